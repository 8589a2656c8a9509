import type { Clock } from './clock.ts'
import type { FailureReason } from './output/output.ts'
import { MAX_FAILED, type Playback, type PlaybackParts, upcomingTrack } from './playback.ts'
import { gapIndex } from './queue/queue.ts'
import type { PlayerNotice, PlayerTrack } from './state/player-state.ts'
import { EVENT_TRANSITIONS, type StatusEvent } from './state/status-transitions.ts'

/** Pause before a track is tried again, in milliseconds: what answers again is noticed within two seconds. */
const RETRY_MS = 1_000
/** Longest pause that a busy server may ask for, in seconds. */
const MAX_RETRY_AFTER_SECONDS = 10
/** A track that has played this many seconds on works. */
const WORKS_SECONDS = 1
/** That tracks were skipped is told until the one after them has played this many seconds. */
const TOLD_SECONDS = 8
/** A track that has been unreachable for so many milliseconds is given up if the service answers for another one. */
const ALONE_AFTER_MS = 30_000
/** The longest that one attempt with its pause can take: a page that was frozen for longer has not tried meanwhile. */
const MAX_ATTEMPT_MS = 20_000
/** What a service answers while it is busy, or while a track is being prepared: nothing is wrong with the track. */
const BUSY_STATUSES: readonly unknown[] = [429, 503]

export interface RecoveryParts extends PlaybackParts {
  readonly playback: Playback
  readonly clock: Clock
}

/**
 * Decides what happens when the current track cannot be played. A start that was pressed stays paused. Otherwise the track
 * is tried once more, then the next one plays; after several in a row playback stops. While nothing answers, the track is
 * tried again and again; if that is so for this track alone, the next one plays. The listener is told each time.
 */
export class Recovery {
  readonly #parts: RecoveryParts
  /** Tracks in a row that could not be played. */
  #failed = 0
  #isRetried = false
  /** The track before this one stood still. */
  #hasStoodStill = false
  /** Position from which on the current track has played. */
  #playedFrom = Number.POSITIVE_INFINITY
  #cancelRetry = () => {}
  /** Ends the pause before the next attempt. */
  #retryNow = () => {}
  /** For how many milliseconds the current track has been tried while nothing answered, and when it was last tried. */
  #unreachableMs = 0
  #unreachableAt: number | undefined
  /** When the service answered for another track, and the attempt for the current one that had begun by then. */
  #answered: { readonly at: number; readonly attempt: number } | undefined

  constructor(parts: RecoveryParts) {
    this.#parts = parts
  }

  /** The output no longer has the current track, which was loading or playing. */
  onFailed(reason: FailureReason | undefined, error: unknown): void {
    const { state, playback } = this.#parts
    const { track } = state.getState()
    if (!track) return
    if (reason === 'refused') this.#pause({ kind: 'refused' })
    else if (playback.isPressed)
      this.#pause(reason === 'unreachable' ? { kind: reason } : { kind: 'failed', track })
    else if (reason === 'unreachable') this.#onUnreachable(track, error)
    else if (!this.#isRetried && reason === undefined) {
      this.#isRetried = true
      this.#retryLater(state.getState().notice)
    } else if (reason === 'stuck' && this.#hasStoodStill) this.#pause({ kind: 'stopped' })
    else {
      // A second one in a row means that the fault lies elsewhere, such as in the audio device.
      this.#hasStoodStill = reason === 'stuck'
      this.#skip(track)
    }
  }

  /** The output waits by itself until the browser is online. */
  onOffline(): void {
    this.#setStatus('waiting', { kind: 'unreachable' })
  }

  onPlaying(): void {
    const { state, playback } = this.#parts
    if (playback.isPressed) this.#failed = 0
    playback.endPress()
    this.#answered = undefined
    const { notice } = state.getState()
    if (notice && notice.kind !== 'skipped') state.update({ notice: null })
  }

  onPosition(position: number): void {
    if (this.#parts.state.getState().status !== 'playing') return
    // Earlier after a seek back.
    this.#playedFrom = Math.min(this.#playedFrom, position)
    const played = position - this.#playedFrom
    if (played < WORKS_SECONDS) return
    this.#failed = 0
    this.#isRetried = false
    this.#hasStoodStill = false
    this.#endOutage()
    if (played >= TOLD_SECONDS && this.#parts.state.getState().notice)
      this.#parts.state.update({ notice: null })
  }

  /**
   * The current track is over: its next one follows, or nothing does.
   * @returns what to tell of tracks that are passed over because they cannot be played
   */
  passOver(): PlayerNotice | null {
    const { state, playback } = this.#parts
    const { queue, index, nextTrack, rest, settings } = state.getState()
    const { unplayable } = playback
    // A current track that was removed from the queue has left a gap there.
    const from = gapIndex(state.getState()) ?? index + 1
    const most = { all: queue.length, off: rest, one: 0 }[settings.repeat]
    const tracks: PlayerTrack[] = []
    for (let step = 0; step < most; step++) {
      const track = queue[(from + step) % queue.length]
      if (!track || track === nextTrack || !unplayable.has(track.id)) break
      tracks.push(track)
    }
    this.#newTrack()
    this.#failed = tracks.length
    return tracks.length > 0 ? { kind: 'skipped', tracks } : null
  }

  /** It stays in the state, so that an outage which goes on is not told again. */
  dismissNotice(): void {
    const { state } = this.#parts
    const { notice } = state.getState()
    if (notice) state.update({ notice: { ...notice, isDismissed: true } })
  }

  /** The network may be back, or the listener looks at the page: a pause before the next attempt ends. */
  onChance(): void {
    this.#retryNow()
  }

  destroy(): void {
    this.#cancelRetry()
  }

  #newTrack(): void {
    this.#isRetried = false
    this.#playedFrom = Number.POSITIVE_INFINITY
    this.#endOutage()
  }

  #endOutage(): void {
    this.#unreachableMs = 0
    this.#unreachableAt = undefined
    this.#answered = undefined
  }

  #onUnreachable(track: PlayerTrack, error: unknown): void {
    const now = this.#parts.clock.now()
    const { status } = (error ?? {}) as { readonly status?: unknown }
    if (BUSY_STATUSES.includes(status)) {
      this.#unreachableAt = undefined
      this.#retryLater({ kind: 'unreachable' }, retryAfterMs(error))
      return
    }
    this.#unreachableMs += Math.min(now - (this.#unreachableAt ?? now), MAX_ATTEMPT_MS)
    this.#unreachableAt = now
    if (this.#isAlone(now)) {
      this.#skip(track)
      return
    }
    this.#retryLater({ kind: 'unreachable' }, retryAfterMs(error))
    if (this.#unreachableMs >= ALONE_AFTER_MS && !this.#answered) void this.#askForAnother(track)
  }

  /** Whether an attempt that has begun after the service answered for another track has failed all the same. */
  #isAlone(now: number): boolean {
    const answered = this.#answered
    if (!answered) return false
    // The attempt under way when it answered, and the one after.
    if (now - answered.at > 2 * MAX_ATTEMPT_MS) this.#answered = undefined
    return this.#answered !== undefined && this.#parts.playback.attempts > answered.attempt
  }

  /** Finds out whether the service answers for another track, where nothing follows or this one, too. An attempt under way may still play the current one. */
  async #askForAnother(track: PlayerTrack): Promise<void> {
    const { state, playback, loader, clock } = this.#parts
    const { load, queue, nextTrack, followingTrack } = state.getState()
    const other = [nextTrack, followingTrack, ...queue].find(each => each && each.id !== track.id)
    if (!other || !(await loader.output?.isAnswered(other))) return
    const now = state.getState()
    if (now.load !== load || now.status !== 'loading' || playback.isPressed) return
    this.#answered = { at: clock.now(), attempt: playback.attempts }
  }

  #retryLater(notice: PlayerNotice | null, milliseconds = RETRY_MS): void {
    const { state, playback, clock } = this.#parts
    const { load } = state.getState()
    this.#playedFrom = Number.POSITIVE_INFINITY
    this.#setStatus('waiting', notice)
    this.#cancelRetry()
    this.#retryNow = () => {
      this.#cancelRetry()
      const now = state.getState()
      if (now.load === load && now.status === 'loading' && !playback.isLoaded) playback.retry()
    }
    this.#cancelRetry = clock.after(milliseconds, () => this.#retryNow())
  }

  #skip(track: PlayerTrack): void {
    const { state, playback } = this.#parts
    const next = upcomingTrack(state.getState())
    this.#newTrack()
    if (++this.#failed >= MAX_FAILED) this.#pause({ kind: 'stopped' })
    else if (next && state.getState().settings.repeat !== 'one')
      playback.follow(next, { kind: 'skipped', tracks: [track] })
    else this.#pause({ kind: 'failed', track })
  }

  #pause(notice: PlayerNotice): void {
    this.#newTrack()
    this.#setStatus('failed', notice)
  }

  #setStatus(event: StatusEvent, notice: PlayerNotice | null): void {
    const { state } = this.#parts
    const status = EVENT_TRANSITIONS[event][state.getState().status]
    // The same object is told only once.
    const { notice: told } = state.getState()
    if (status)
      state.update({
        status,
        notice: notice?.kind === 'unreachable' && told?.kind === notice.kind ? told : notice,
      })
  }
}

/** The pause that the server asks for by `Retry-After`, within bounds. */
function retryAfterMs(error: unknown): number {
  const { retryAfterSeconds } = (error ?? {}) as { readonly retryAfterSeconds?: unknown }
  const seconds =
    typeof retryAfterSeconds === 'number' ? Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS) : 0
  return Math.max(RETRY_MS, seconds * 1000)
}
