import type { PlayerTrack } from '../state/player-state.ts'
import type { DeckPair } from './deck-pair.ts'
import type { Sequence } from './sequence.ts'

/** The file is fetched in full when the current track has this many seconds left. */
const PRELOAD_FULLY_SECONDS = 30

export interface FilePreloadParts {
  readonly sequence: Sequence
  readonly decks: DeckPair
  /** Whether the other deck is still fading out. */
  readonly isOtherBusy: () => boolean
  /** Whether the deck that has been playing has to play the next file as well. */
  readonly playsInPlace: () => boolean
}

/** Keeps the file of the next track ready on the other deck, and plays it when the current track has ended. */
export class FilePreload {
  readonly #parts: FilePreloadParts
  #track: PlayerTrack | undefined
  /** Whether the full file was requested; a failed request is not repeated until the track plays. */
  #isFullyRequested = false

  constructor(parts: FilePreloadParts) {
    this.#parts = parts
  }

  /** The track that is preloaded. */
  get track(): PlayerTrack | undefined {
    return this.#track
  }

  /** Does nothing if the track is no longer the next one, or while the other deck is busy. */
  load(track: PlayerTrack): void {
    const { sequence, decks, isOtherBusy } = this.#parts
    const { next } = sequence
    if (!next || next.id !== track.id || next.id === this.#track?.id || isOtherBusy()) return
    this.release()
    this.#track = next
    decks.preloadFile(next)
  }

  /** Drops a preloaded file unless it is that of `track`. */
  keepOnly(track: PlayerTrack | null): void {
    if (!this.#track || this.#track.id === track?.id) return
    this.release()
    this.#parts.decks.other.stop()
  }

  /** Forgets the track without touching the decks. @returns it */
  release(): PlayerTrack | undefined {
    const track = this.#track
    this.#track = undefined
    this.#isFullyRequested = false
    return track
  }

  onPosition(position: number, duration: number): void {
    if (!this.#track || this.#isFullyRequested || duration - position >= PRELOAD_FULLY_SECONDS) return
    this.#isFullyRequested = true
    this.#parts.decks.other.preloadFile(this.#track, 'auto')
  }

  /** Plays the preloaded file. @returns its track; undefined if there is none */
  play(): PlayerTrack | undefined {
    const track = this.release()
    if (!track) return undefined
    const { decks, playsInPlace } = this.#parts
    if (playsInPlace()) {
      // Behind a locked screen, phones let only the element play that has been playing; receivers stay with it as well.
      decks.active.loudness.advance(track)
    } else {
      decks.swap()
      decks.active.gain.open()
    }
    decks.other.stop()
    decks.active.load('file', track, 0)
    decks.active.play()
    return track
  }
}
