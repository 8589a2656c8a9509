import type { Output, OutputSettings } from './output/output.ts'
import type { OutputLoader } from './output/output-loader.ts'
import { locate } from './queue/queue.ts'
import { withContinuation } from './queue/track-lists.ts'
import type { PlayerNotice, PlayerState, PlayerTrack, Progress } from './state/player-state.ts'
import { ACTION_TRANSITIONS } from './state/status-transitions.ts'
import type { Store } from './state/store.ts'

/** Failed tracks in a row after which playback stops. */
export const MAX_FAILED = 3

export interface PlaybackParts {
  readonly state: Store<PlayerState>
  readonly progress: Store<Progress>
  readonly loader: OutputLoader
}

/** The track that starts when the current one ends; null if playback ends or sleeps after it. */
export function upcomingTrack({
  followingTrack,
  sleep,
}: Pick<PlayerState, 'followingTrack' | 'sleep'>): PlayerTrack | null {
  return sleep.kind === 'track' ? null : followingTrack
}

/** Keeps the queue, the next track and the output consistent with the state. */
export class Playback {
  readonly #state: Store<PlayerState>
  readonly #progress: Store<Progress>
  readonly #loader: OutputLoader
  readonly #unplayable = new Set<string>()
  #skipped = 0
  #isLoaded = false
  #isPressed = false
  #attempts = 0
  #sentSettings: OutputSettings | undefined

  constructor({ state, progress, loader }: PlaybackParts) {
    this.#state = state
    this.#progress = progress
    this.#loader = loader
  }

  /** Whether the output has the track: not after a failure, at the end of the last track, or after a restore. */
  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** Whether the listener has pressed play and nothing has played since. */
  get isPressed(): boolean {
    return this.#isPressed
  }

  /** How often tracks have been loaded once more after they had failed. */
  get attempts(): number {
    return this.#attempts
  }

  /** Ids of tracks that could not be played. */
  get unplayable(): ReadonlySet<string> {
    return this.#unplayable
  }

  /** The listener starts a track from its beginning and changes `fields` along with it. */
  start(track: PlayerTrack, fields?: Partial<PlayerState>): void {
    this.#isPressed = true
    this.#start(track, { notice: null, ...fields })
  }

  /** Starts a track that follows by itself. */
  follow(track: PlayerTrack, notice: PlayerNotice | null): void {
    this.#isPressed = false
    this.#start(track, { notice })
  }

  #start(track: PlayerTrack, fields: Partial<PlayerState>): void {
    const status = ACTION_TRANSITIONS.start[this.#state.getState().status] ?? 'loading'
    this.#setTrack(track, { ...fields, status })
    this.startOutput()
  }

  /** The output has continued with the following track. */
  advance(status: PlayerState['status'], notice: PlayerNotice | null): void {
    const { followingTrack } = this.#state.getState()
    if (!followingTrack) return
    this.#isPressed = false
    this.#setTrack(followingTrack, { status, notice })
    this.update({})
    this.#loader.output?.setNext(upcomingTrack(this.#state.getState()))
  }

  /** Changes the state and the next track without interrupting playback. */
  update(fields: Partial<PlayerState>): void {
    const before = this.#state.getState()
    this.#state.update({ ...fields, ...locate({ ...before, ...fields }, this.#unplayable) })
    const { output } = this.#loader
    if (!this.#isLoaded || !output) return
    this.sendSettings(output)
    const upcoming = upcomingTrack(this.#state.getState())
    if (upcoming !== upcomingTrack(before)) output.setNext(upcoming)
  }

  /** The listener starts the current track again, at its position. */
  reload(): void {
    this.#isPressed = true
    this.#state.update({ notice: null })
    this.retry()
  }

  /** Loads the current track once more, at its position. */
  retry(): void {
    this.#isLoaded = true
    this.#attempts++
    this.startOutput()
  }

  /** What the listener started plays. */
  endPress(): void {
    this.#isPressed = false
  }

  /** The output no longer has the track. */
  unload(): void {
    this.#isLoaded = false
  }

  /** Starts the current track on the output, or loads the code of the output first. */
  startOutput(): void {
    const { track } = this.#state.getState()
    const { output } = this.#loader
    if (!output) this.#loader.load()
    if (!output || !track) return
    this.sendSettings(output)
    output.start(track, this.#progress.getState().position)
    output.setNext(upcomingTrack(this.#state.getState()))
  }

  /** Chooses another next track. The last of `MAX_FAILED` in a row is kept: playback stops there. */
  skipUnplayable(track: PlayerTrack): void {
    if (++this.#skipped >= MAX_FAILED) return
    this.#unplayable.add(track.id)
    this.update({})
  }

  /** Makes one track, or all of them, eligible again. */
  forgetUnplayable(trackId?: string): void {
    if (trackId === undefined) this.#unplayable.clear()
    else this.#unplayable.delete(trackId)
  }

  /** Gives the output the settings unless it has them. */
  sendSettings(output: Output): void {
    const settings = toOutputSettings(this.#state.getState())
    const names = Object.keys(settings) as (keyof OutputSettings)[]
    if (names.every(name => settings[name] === this.#sentSettings?.[name])) return
    this.#sentSettings = settings
    output.setSettings(settings)
  }

  /** Updates the state before the output is called: its events may come synchronously. */
  #setTrack(track: PlayerTrack, fields: Partial<PlayerState>): void {
    const before = this.#state.getState()
    const { continuation } = before
    const lists = continuation?.tracks.includes(track) ? withContinuation(before, continuation) : {}
    this.#skipped = 0
    this.#isLoaded = false
    this.#progress.update({ position: 0, duration: track.durationSeconds })
    this.update({ ...lists, ...fields, track, gap: null, continuation: null, load: before.load + 1 })
    this.#isLoaded = true
  }
}

/** Resolves the loudness mode 'auto': album gain while an album plays in its natural order, else track gain. */
function toOutputSettings({
  settings,
  source,
  list,
  shuffled,
}: Pick<PlayerState, 'settings' | 'source' | 'list' | 'shuffled'>): OutputSettings {
  const { loudness, crossfadeSeconds, rate, quality, limitedQuality } = settings
  const isAlbum = source === 'album' && list?.type === 'album' && !shuffled.album
  const isGainAutomatic = loudness === 'auto'
  const gain = isGainAutomatic ? (isAlbum ? 'album' : 'track') : loudness
  return { crossfadeSeconds, rate, quality, limitedQuality, isGainAutomatic, gain }
}
