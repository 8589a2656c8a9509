import type { DeckEvent } from '../output/deck-event.ts'
import { Emitter } from '../output/emitter.ts'
import type { PlayerTrack } from '../state/player-state.ts'

/** A deck that records its calls, for tests of the sequencer. */
export class FakeDeck {
  readonly events = new Emitter<DeckEvent>()
  readonly calls: string[] = []
  readonly loudnessCalls: string[] = []
  kind: 'stream' | 'file' | undefined
  /** What else happens while a track is loaded. */
  onLoad = () => {}
  readonly gain
  readonly #record =
    (name: string) =>
    (...args: unknown[]) => {
      this.calls.push([name, ...args.map(each => (each as PlayerTrack | null)?.id ?? each)].join(' ').trim())
    }
  readonly loudness = {
    setSettings() {},
    start: ({ id }: PlayerTrack) => void this.loudnessCalls.push(`start ${id}`),
    advance: ({ id }: PlayerTrack) => void this.loudnessCalls.push(`advance ${id}`),
    setNext() {},
    onPlaying() {},
    onPosition() {},
    onSilence() {},
  }
  constructor(isAmplified: () => boolean) {
    this.gain = {
      amplify: this.#record('amplify'),
      get isAmplified() {
        return isAmplified()
      },
      mute: this.#record('mute'),
      fadeToSilence: this.#record('fadeToSilence'),
      fadeIn: this.#record('fadeIn'),
      fadeOut: this.#record('fadeOut'),
      open: this.#record('full level'),
      setVolume() {},
    }
  }

  isOnReceiver = false
  showReceivers = this.#record('show receivers')

  get source() {
    if (!this.kind) return undefined
    return {
      kind: this.kind,
      retryNow: this.#record('retry'),
      seek: (seconds: number) => this.#record('seek')(seconds),
      append: (track: PlayerTrack | null) => {
        if (this.kind === 'file') return false
        this.#record('append')(track)
        return true
      },
    }
  }
  load(kind: 'stream' | 'file', track: PlayerTrack, position: number): void {
    this.kind = kind
    this.#record(`load ${kind}`)(track, position)
    this.onLoad()
  }
  preloadFile(track: PlayerTrack, preload: string): void {
    this.kind = 'file'
    this.#record('preload')(track, preload)
  }
  openStream = this.#record('open')
  play = this.#record('play')
  pause = this.#record('pause')
  stop = this.#record('stop')
  setRate() {}
  destroy() {}
  emit(event: DeckEvent): void {
    this.events.emit(event)
  }
}
