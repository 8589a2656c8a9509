import type { DeckEvent } from '../../output/deck-event.ts'
import { Emitter } from '../../output/emitter.ts'
import type { PlayerTrack } from '../../state/player-state.ts'
import { isOnReceiver, showReceivers } from '../air-play.ts'
import { FileSource } from '../source/file-source.ts'
import type { SourceParts, TrackSource } from '../source/source.ts'
import { StreamSource, type StreamSourceParts } from '../source/stream-source.ts'
import { canSetVolume } from './can-set-volume.ts'
import { DeckGain } from './deck-gain.ts'
import { DeckLoudness, type DeckLoudnessParts } from './deck-loudness.ts'
import type { Mixer } from './mixer.ts'
import { PlayheadWatch } from './playhead-watch.ts'

export interface DeckParts extends Pick<StreamSourceParts, 'resolver' | 'prefetcher'> {
  readonly element: HTMLAudioElement
  readonly mixer: Mixer
  readonly findGain: DeckLoudnessParts['findGain']
}

/** One media element with its gain. It plays one track, or the tracks that its source joins. */
export class Deck {
  readonly events = new Emitter<DeckEvent>()
  readonly gain: DeckGain
  readonly loudness: DeckLoudness
  readonly #parts: DeckParts
  readonly #element: HTMLAudioElement
  readonly #playhead: PlayheadWatch
  readonly #destroyed = new AbortController()
  #source: TrackSource | undefined
  #sourceClosed = new AbortController()
  /** Number of loads so far: the rejected `play()` of an earlier track is ignored. */
  #loads = 0

  constructor(parts: DeckParts) {
    this.#parts = parts
    this.#element = parts.element
    this.gain = new DeckGain(parts.element, parts.mixer)
    this.loudness = new DeckLoudness({
      gain: this.gain,
      findGain: parts.findGain,
      canSetVolume: canSetVolume(parts.element),
    })
    const emit = (type: 'waiting' | 'playing') => this.events.emit({ type })
    this.#playhead = new PlayheadWatch(
      {
        element: parts.element,
        isHeldUp: () => this.#isHeldUp,
        onStuck: () => emit('waiting'),
        onMoving: () => emit('playing'),
        nudge(seconds) {
          parts.mixer.wake()
          parts.element.currentTime += seconds
        },
        reload: () => this.#source?.reload(),
        giveUp: () => this.#giveUp(),
      },
      this.#destroyed.signal,
    )
  }

  get source(): TrackSource | undefined {
    return this.#source
  }

  /** Opens a MediaSource before the first track needs it. */
  openStream(): void {
    if (!this.#source) this.#useStream()
  }

  load(kind: TrackSource['kind'], track: PlayerTrack, position: number): void {
    this.#loads++
    const source = kind === 'stream' ? this.#useStream() : this.#useFile()
    source.load(track, position)
    this.#playhead.reset()
  }

  /** Loads a file that is to play later, in full or only its beginning. */
  preloadFile(track: PlayerTrack, preload: 'metadata' | 'auto'): void {
    this.#useFile().preload(track, preload)
  }

  play(): void {
    const loads = this.#loads
    this.#parts.mixer.wake()
    this.#element.play().catch((error: DOMException) => {
      // AbortError: paused or loaded again meanwhile. Errors of the media itself come as events of the element.
      const isOther = error.name === 'AbortError' || error.name === 'NotSupportedError' || this.#element.error
      if (isOther || loads !== this.#loads) return
      this.events.emit({
        type: 'failed',
        error,
        ...(error.name === 'NotAllowedError' && { reason: 'refused' }),
      })
    })
  }

  pause(): void {
    this.#element.pause()
    this.#source?.reportPosition()
  }

  /** Whether an AirPlay receiver plays the track. */
  get isOnReceiver(): boolean {
    return isOnReceiver(this.#element)
  }

  showReceivers(): void {
    showReceivers(this.#element)
  }

  /** Playback speed; the pitch stays. */
  setRate(rate: number): void {
    // Loading resets an element to its default rate.
    this.#element.defaultPlaybackRate = rate
    this.#element.playbackRate = rate
  }

  stop(): void {
    this.#loads++
    this.loudness.stop()
    this.#source?.unload()
    this.#playhead.reset()
  }

  destroy(): void {
    this.stop()
    this.#destroyed.abort()
    this.#sourceClosed.abort()
    this.#element.removeAttribute('src')
    this.#element.load()
  }

  /** An interrupted AudioContext takes nothing from the element; a receiver moves it only once it has loaded the file. */
  get #isHeldUp(): boolean {
    return this.isOnReceiver || (this.gain.isAmplified && this.#parts.mixer.context.state !== 'running')
  }

  #giveUp(): void {
    this.#source?.unload()
    this.#playhead.reset()
    this.events.emit({ type: 'failed', error: new Error('The playhead stands still.'), reason: 'stuck' })
  }

  #useStream(): StreamSource {
    if (this.#source instanceof StreamSource) return this.#source
    const { resolver, prefetcher } = this.#parts
    const source = new StreamSource({ ...this.#replaceSource(), resolver, prefetcher })
    this.#source = source
    return source
  }

  #useFile(): FileSource {
    if (this.#source instanceof FileSource) return this.#source
    const source = new FileSource(this.#replaceSource())
    this.#source = source
    return source
  }

  #replaceSource(): SourceParts {
    this.#source?.unload()
    this.#sourceClosed.abort()
    this.#sourceClosed = new AbortController()
    return {
      element: this.#element,
      emit: event => {
        // A media element says so although nothing moves.
        if (event.type !== 'playing' || !this.#playhead.isStuck) this.events.emit(event)
      },
      play: () => this.play(),
      signal: this.#sourceClosed.signal,
    }
  }
}
