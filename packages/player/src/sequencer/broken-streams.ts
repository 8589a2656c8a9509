import type { PlayerTrack } from '../state/player-state.ts'

/** Streams in a row that failed before the browser's MediaSource counts as broken. */
const MAX_IN_ROW = 3
/** A stream that has played this many seconds works. */
const WORKS_SECONDS = 1

/** Knows which tracks have to be played as files: on receivers all, and where MediaSource failed single ones, or all after several in a row. */
export class BrokenStreams {
  readonly #ids = new Set<string>()
  readonly #isOnReceiver: () => boolean
  #canStream: boolean
  #inRow = 0
  /** Seconds of streams that have played since one failed. */
  #played = 0
  #position = 0

  /**
   * @param canStream whether the browser has MediaSource
   * @param isOnReceiver whether an AirPlay receiver plays, which takes files only
   */
  constructor(canStream: boolean, isOnReceiver: () => boolean) {
    this.#canStream = canStream
    this.#isOnReceiver = isOnReceiver
  }

  get canStream(): boolean {
    return this.#canStream
  }

  kindOf({ id }: PlayerTrack): 'stream' | 'file' {
    return this.#canStream && !this.#isOnReceiver() && !this.#ids.has(id) ? 'stream' : 'file'
  }

  add({ id }: PlayerTrack, error: unknown): void {
    console.warn('MediaSource failed; playing the file instead.', error)
    this.#ids.add(id)
    this.#played = 0
    if (++this.#inRow >= MAX_IN_ROW) this.#canStream = false
  }

  /** The current track plays from a stream. @param position in seconds; a seek counts as nothing */
  onPosition(position: number): void {
    const step = position - this.#position
    this.#position = position
    if (step > 0 && step <= WORKS_SECONDS) this.#played += step
    if (this.#played >= WORKS_SECONDS) this.#inRow = 0
  }
}
