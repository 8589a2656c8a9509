import type { Clock } from '../clock.ts'
import { areContinuous } from '../queue/continuity.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import type { DeckPair } from './deck-pair.ts'
import { remainingSeconds, type Sequence } from './sequence.ts'

/** The start of a fade is timed exactly once it is this near. */
const SCHEDULE_SECONDS = 1
/** Shortest fade for a track that starts late. */
const MIN_FADE_SECONDS = 0.05
/** The outgoing deck is stopped this long after the fade. */
const SILENCE_MS = 60

export interface CrossfadeParts {
  readonly sequence: Sequence
  readonly decks: DeckPair
  readonly clock: Clock
  /** Starts the next track silently on the other deck; false if that is impossible now. */
  readonly startSilently: (track: PlayerTrack) => boolean
  readonly prefetch: (track: PlayerTrack) => void
  /** A track that should have faded in has to follow without a fade. */
  readonly onUnavailable: () => void
  readonly onFadeEnd: () => void
}

/** Times the crossfade: when the next track starts on the other deck and how the decks' gains change. */
export class Crossfade {
  readonly #parts: CrossfadeParts
  /** Started on the other deck; fades in as soon as it plays. */
  #starting: PlayerTrack | undefined
  /** Could not be started on the other deck. */
  #excluded: PlayerTrack | undefined
  #isFading = false
  #cancelStart = () => {}
  #cancelEnd = () => {}

  constructor(parts: CrossfadeParts) {
    this.#parts = parts
  }

  get isFading(): boolean {
    return this.#isFading
  }

  /** The track that has started on the other deck but does not play yet. */
  get starting(): PlayerTrack | undefined {
    return this.#starting
  }

  /** The next track if it is to fade in: none fades into itself. */
  get upcoming(): PlayerTrack | null {
    const { current, next, settings } = this.#parts.sequence
    if (settings.crossfadeSeconds === 0 || !current || !next || next === this.#excluded) return null
    return next.id === current.id || areContinuous(current, next) ? null : next
  }

  /** The next track has changed. */
  reset(): void {
    this.#excluded = undefined
  }

  /** Schedules the start of the next track; call again whenever the position changes. */
  schedule(): void {
    this.#cancelStart()
    const { sequence, clock, prefetch } = this.#parts
    const track = this.upcoming
    if (!track || !sequence.isPlaying || this.#starting || sequence.duration === 0) return
    prefetch(track)
    const seconds = remainingSeconds(sequence) - this.#lengthTo(track)
    if (seconds > SCHEDULE_SECONDS) return
    this.#cancelStart = clock.after(Math.max(0, seconds) * 1000, () => this.#start(track))
  }

  /** Cancels a start that is scheduled, or already made for a track that is no longer to fade in. */
  unschedule(): void {
    this.#cancelStart()
    if (this.#starting && this.#starting !== this.upcoming) this.#cancelStarting()
  }

  /** The other deck plays. @returns the track that fades in */
  fade(): PlayerTrack | undefined {
    const track = this.#starting
    if (!track) return undefined
    const { sequence, decks, clock, onFadeEnd } = this.#parts
    const length = Math.min(this.#lengthTo(track), remainingSeconds(sequence))
    const seconds = Math.max(MIN_FADE_SECONDS, length)
    decks.active.gain.fadeOut(seconds)
    decks.other.gain.fadeIn(seconds)
    decks.swap()
    this.#starting = undefined
    this.#isFading = true
    this.#cancelEnd = clock.after(seconds * 1000 + SILENCE_MS, () => {
      this.#end()
      onFadeEnd()
    })
    return track
  }

  /** The current track ended before the other deck played. @returns the track that follows without a fade */
  skip(): PlayerTrack | undefined {
    const track = this.#starting
    if (!track) return undefined
    const { decks } = this.#parts
    decks.other.gain.open()
    decks.swap()
    decks.releaseOther()
    this.#starting = undefined
    return track
  }

  /** The other deck cannot play its track: the active one tries, without a fade. */
  exclude(): PlayerTrack | undefined {
    const track = this.#starting
    this.#cancelStarting()
    this.#excluded = track
    return track
  }

  /** Ends a fade at once: only the current track goes on. @returns whether there was one */
  cancel(): boolean {
    this.#cancelStart()
    const wasFading = this.#isFading
    this.#end()
    if (this.#starting) this.#cancelStarting()
    return wasFading
  }

  #start(track: PlayerTrack): void {
    const { sequence, startSilently, onUnavailable } = this.#parts
    if (track !== sequence.next || !sequence.isPlaying) return
    this.#end()
    this.#starting = track
    if (startSilently(track)) return
    this.#starting = undefined
    this.#excluded = track
    onUnavailable()
  }

  #end(): void {
    if (!this.#isFading) return
    this.#isFading = false
    this.#cancelEnd()
    this.#parts.decks.active.gain.open()
    this.#parts.decks.releaseOther()
  }

  #cancelStarting(): void {
    this.#starting = undefined
    this.#parts.decks.releaseOther()
  }

  #lengthTo(next: PlayerTrack): number {
    const { duration, settings } = this.#parts.sequence
    return fadeLength(settings.crossfadeSeconds, duration, next.durationSeconds, settings.rate)
  }
}

/**
 * Duration of a crossfade in seconds of real time: at most half of either track.
 * @param seconds the listener's setting
 * @param before duration of the outgoing track
 * @param after duration of the incoming track, 0 if unknown
 */
function fadeLength(seconds: number, before: number, after: number, rate: number): number {
  const shorter = Math.min(before, after > 0 ? after : before)
  return Math.max(0, Math.min(seconds, shorter / 2 / rate))
}
