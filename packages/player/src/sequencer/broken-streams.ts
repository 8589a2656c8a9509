import type { PlayerTrack } from '../state/player-state.ts'

/** Streams in a row that failed before the browser's MediaSource counts as broken. */
const MAX_IN_ROW = 3

/** Knows which tracks have to be played as files: on receivers all, and where MediaSource failed single ones, or all after several in a row. */
export class BrokenStreams {
  readonly #ids = new Set<string>()
  readonly #isOnReceiver: () => boolean
  #canStream: boolean
  #inRow = 0

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
    if (++this.#inRow >= MAX_IN_ROW) this.#canStream = false
  }

  /** A stream was played to its end. */
  onStreamEnd(): void {
    this.#inRow = 0
  }
}
