import { appendWindow, fragmentStart, isRawFrames, type PlacedTrack } from '../../streams/timeline.ts'

/** Bytes of raw frames of which the browser must have buffered some: more than the priming of any MP3. */
const PROBE_BYTES = 8_000
/** Seconds after the start of the track that must be buffered then, whether or not frames are trimmed. */
const PROBE_SECONDS = 0.05

/**
 * Raw frames carry no timestamps: each begins where the one before ended. According to the specification a frame before the append
 * window is dropped without moving on, so WebKit drops all of a track that begins with priming. Chromium and Firefox move on, and
 * cut the priming off. That is true of the browser, not of a buffer: each new one would have to lose frames to learn it. Hence for
 * the page, and for the rest of the visit.
 */
let dropsAll = false

/** Where the raw frames of a track begin on the timeline. */
export function rawFramesStart(placed: PlacedTrack, fragment: number): number {
  const start = fragmentStart(placed, fragment)
  return dropsAll ? Math.max(placed.start, start) : start
}

/** Notices that the browser drops what is appended of a track's beginning. */
export class RawFrameProbe {
  readonly start: number
  readonly #appended: Uint8Array<ArrayBuffer>[] = []

  private constructor(start: number) {
    this.start = start
  }

  /** Undefined if nothing can be dropped. */
  static for(placed: PlacedTrack, fragment: number): RawFrameProbe | undefined {
    const isEarly = fragmentStart(placed, fragment) < appendWindow(placed).windowStart
    return isRawFrames(placed.rendition) && isEarly && !dropsAll ? new RawFrameProbe(placed.start) : undefined
  }

  /** @returns what was dropped and has to be appended at the start of the track; null if that is not known yet */
  check(
    bytes: Uint8Array<ArrayBuffer>,
    isBuffered: (seconds: number) => boolean,
  ): readonly Uint8Array<ArrayBuffer>[] | null {
    this.#appended.push(bytes)
    if (isBuffered(this.start + PROBE_SECONDS)) return []
    if (this.#appended.reduce((sum, { length }) => sum + length, 0) < PROBE_BYTES) return null
    dropsAll = true
    return this.#appended
  }
}
