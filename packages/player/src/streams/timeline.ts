import type { StreamIndex, StreamRendition, TrackStream } from './stream-index.ts'

/** A track at its position on the media element's timeline. All times are in seconds. */
export interface PlacedTrack extends TrackStream {
  /** Start of its audio on the timeline. */
  readonly start: number
}

/** Seconds of audio, without encoder padding. */
export function durationOf(index: StreamIndex): number {
  return index.trueSamples / index.sampleRate
}

/** End of its audio on the timeline, where the next track starts. */
export function endTime({ index, start }: PlacedTrack): number {
  return start + durationOf(index)
}

/**
 * Seconds by which an append window exceeds the audio at both ends, less than a quarter of a sample. Browsers round times: WebKit
 * drops a frame that begins a nanosecond before the window, Firefox the last sample.
 */
const WINDOW_MARGIN = 4e-6

/**
 * The append window and timestamp offset that keep exactly the audio: encoder priming falls before the window and
 * is cut off.
 */
export function appendWindow(placed: PlacedTrack): {
  windowStart: number
  windowEnd: number
  offset: number
} {
  const { index, rendition, start } = placed
  return {
    windowStart: Math.max(0, start - WINDOW_MARGIN),
    windowEnd: endTime(placed) + WINDOW_MARGIN,
    offset: start - rendition.primingSamples / index.sampleRate,
  }
}

/** Raw MP3 frames carry no timestamps: they are appended one after another from the timestamp offset on. */
export function isRawFrames(rendition: StreamRendition): boolean {
  return rendition.init === null
}

/** Start of a fragment on the timeline; for the one after the last: the end of the track. */
export function fragmentStart(placed: PlacedTrack, fragment: number): number {
  const { index, rendition } = placed
  const sample = rendition.fragments[fragment]?.[2]
  if (sample === undefined) return index.complete ? endTime(placed) : Number.NEGATIVE_INFINITY
  return appendWindow(placed).offset + sample / index.sampleRate
}

/** Decoders need some audio before the target: Opus 80 ms, MP3 its bit reservoir. */
const PREROLL_SECONDS = 0.1

/**
 * The first fragment to append in order to play from `seconds` on. If the stream is not complete that far: the
 * last known fragment.
 */
export function fragmentAt(placed: Pick<PlacedTrack, 'index' | 'rendition'>, seconds: number): number {
  const { index, rendition } = placed
  const wanted = (seconds - PREROLL_SECONDS) * index.sampleRate + rendition.primingSamples
  let low = 0
  let high = rendition.fragments.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((rendition.fragments[middle]?.[2] ?? 0) <= wanted) low = middle
    else high = middle - 1
  }
  return low
}

/** The first format that the browser supports. */
export function supportedRendition(
  index: StreamIndex,
  supports: (mime: string) => boolean,
): StreamRendition | undefined {
  return index.faces.find(rendition => supports(rendition.mime))
}
