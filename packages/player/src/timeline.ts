import type { StreamFace, StreamIndex } from './stream-index.ts'

/** A track laid onto the endless timeline of the one element that plays them all. Times are seconds. */
export interface Placed {
  readonly index: StreamIndex
  readonly face: StreamFace
  /** Where its music starts on the timeline. */
  readonly start: number
}

/** Length of the music in seconds. */
export function lengthOf(index: StreamIndex): number {
  return index.trueSamples / index.sampleRate
}

/** Where its music ends on the timeline, and that of the next may start. */
export function endOf({ index, start }: Placed): number {
  return start + lengthOf(index)
}

/**
 * Where a buffer has to cut and shift what is appended, so that exactly the music stays: the window holds
 * the music, and the priming falls in front of it.
 */
export function trimOf(placed: Placed): { windowStart: number; windowEnd: number; offset: number } {
  const { index, face, start } = placed
  return {
    windowStart: start,
    windowEnd: endOf(placed),
    offset: start - face.primingSamples / index.sampleRate,
  }
}

/** Raw MP3 frames carry no time: they are placed one after the other from where the buffer is told. */
export function carriesNoTime(face: StreamFace): boolean {
  return face.init === null
}

/** Where a fragment's first sample falls on the timeline; after the last one: where the track ends. */
export function fragmentStart(placed: Placed, fragment: number): number {
  const { index, face } = placed
  const sample = face.fragments[fragment]?.[2]
  if (sample === undefined) return index.complete ? endOf(placed) : Number.NEGATIVE_INFINITY
  return trimOf(placed).offset + sample / index.sampleRate
}

/** A decoder needs a little of what comes before: Opus asks for 80 ms, MP3 for its bit reservoir. */
const RUN_UP = 0.1

/**
 * The fragment to feed from, to hear the track from `seconds` on: the last one that starts early enough.
 * The last one known where the fragment is still to come.
 */
export function fragmentFor(placed: Pick<Placed, 'index' | 'face'>, seconds: number): number {
  const { index, face } = placed
  const wanted = (seconds - RUN_UP) * index.sampleRate + face.primingSamples
  let low = 0
  let high = face.fragments.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((face.fragments[middle]?.[2] ?? 0) <= wanted) low = middle
    else high = middle - 1
  }
  return low
}

/** The first face that can be appended here, or undefined: the track then plays as the file it is. */
export function chooseFace(index: StreamIndex, supports: (mime: string) => boolean): StreamFace | undefined {
  return index.faces.find(face => supports(face.mime))
}
