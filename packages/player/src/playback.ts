import type { AudioOutput, OutputSettings } from './output/output.ts'
import { toOutputSettings } from './output/output-settings.ts'
import { indexOfId } from './queue/id-index.ts'
import { gapIndex, indexAfter } from './queue/queue.ts'
import type { PlayerState, PlayerTrack, Progress } from './state/player-state.ts'
import { ACTION_TRANSITIONS } from './state/status-transitions.ts'
import type { Store } from './state/store.ts'

/** Tracks passed over since one was loaded: where nothing at all can be had, not every track is tried. */
const MOST_PASSED_OVER = 10

export interface PlaybackParts {
  readonly output: AudioOutput
  readonly state: Store<PlayerState>
  readonly progress: Store<Progress>
}

/** What comes at the end of the current track: nothing where it is the last before a sleep. */
export function upcomingTrack({
  nextTrack,
  sleep,
}: Pick<PlayerState, 'nextTrack' | 'sleep'>): PlayerTrack | null {
  return sleep.kind === 'track' ? null : nextTrack
}

/** The loaded track, what follows it, and what the output has been told of both. */
export interface Playback {
  /** False after a failure, at the end of what played last, and for what an earlier visit had loaded. */
  isLoaded(): boolean
  /** Starts a track from its beginning; `fields` change along with it. */
  start(track: PlayerTrack, fields?: Partial<PlayerState>): void
  /** The output has gone on with the track that follows. */
  advance(status: PlayerState['status']): void
  /** Changes the state, and with it what follows; what sounds goes on. */
  update(fields: Partial<PlayerState>): void
  /** Has the output load the track again, where it was. */
  reload(): void
  /** The output no longer has the track. */
  unload(): void
  /** Another one is named where the track that follows cannot be played. */
  skipUnplayable(track: PlayerTrack): void
  /** Tries such tracks again: one, or all of them. */
  forgetUnplayable(trackId?: string): void
  /** Tracks that turned out not to be playable. */
  readonly unplayable: ReadonlySet<string>
}

export function createPlayback({ output, state, progress }: PlaybackParts): Playback {
  const unplayable = new Set<string>()
  let passedOver = 0
  let isHeld = false
  /** What the output was told; undefined: nothing since it took a track. */
  let toldNext: PlayerTrack | null | undefined
  let toldSound: OutputSettings | undefined

  function change(fields: Partial<PlayerState>): void {
    const { track, source, orders, gap } = { ...state.getState(), ...fields }
    const queue = orders[source]
    const index = track ? indexOfId(queue, track.id) : -1
    const left = gapIndex({ source, index, gap })
    const nextTrack =
      (track && queue[indexAfter(queue, left === null ? index : left - 1, unplayable)]) ?? null
    state.update({ ...fields, queue, index, nextTrack })
    if (!isHeld) return
    tellSound()
    tellNext()
  }

  function tellSound(): void {
    const sound = toOutputSettings(state.getState())
    const names = Object.keys(sound) as (keyof OutputSettings)[]
    if (names.every(name => sound[name] === toldSound?.[name])) return
    toldSound = sound
    output.setSettings(sound)
  }

  function tellNext(): void {
    const next = upcomingTrack(state.getState())
    if (next === toldNext) return
    toldNext = next
    output.setNext(next)
  }

  /** The state is new before the output is asked: it may answer at once. */
  function take(track: PlayerTrack, fields: Partial<PlayerState>): void {
    passedOver = 0
    isHeld = false
    progress.update({ position: 0, duration: track.durationSeconds })
    change({ ...fields, track, gap: null, load: state.getState().load + 1 })
  }

  function hand(track: PlayerTrack, position: number): void {
    isHeld = true
    tellSound()
    toldNext = undefined
    output.start(track, position)
    tellNext()
  }

  return {
    unplayable,
    isLoaded: () => isHeld,
    update: change,
    start(track, fields) {
      const status = ACTION_TRANSITIONS.start[state.getState().status] ?? 'loading'
      take(track, { ...fields, status })
      hand(track, 0)
    },
    advance(status) {
      const { nextTrack } = state.getState()
      if (!nextTrack) return
      take(nextTrack, { status })
      isHeld = true
      toldNext = undefined
      tellSound()
      tellNext()
    },
    reload() {
      const { track } = state.getState()
      if (track) hand(track, progress.getState().position)
    },
    unload() {
      isHeld = false
    },
    skipUnplayable(track) {
      if (++passedOver > MOST_PASSED_OVER) return
      unplayable.add(track.id)
      change({})
    },
    forgetUnplayable(trackId) {
      if (trackId === undefined) unplayable.clear()
      else unplayable.delete(trackId)
    },
  }
}
