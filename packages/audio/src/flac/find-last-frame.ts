import type { FileBytes } from '../bytes/file-bytes.ts'
import { parseFlacFrameHeader } from './flac-frame-header.ts'
import { belongsTo, type FlacStream, firstSampleOf } from './flac-stream.ts'
import { findOwnEnd } from './read-flac-frames.ts'

/** Bytes in which a frame is searched, first the smallest number: the largest holds the longest frame. */
const SEARCHED = [24 * 1024, 192 * 1024, 3 * 1024 * 1024]
const HEADER_BYTES = 17
/** What may be mistaken for frames before the search is given up. */
const MAX_CANDIDATES = 256

/** Number of the first sample of the stream: not 0 if it was cut from a longer one. */
export function findFirstSample(bytes: FileBytes, stream: FlacStream): number {
  const header = parseFlacFrameHeader(bytes.read(stream.start, HEADER_BYTES), 0)
  return header && belongsTo(header, stream) ? firstSampleOf(header, stream) : 0
}

/**
 * Searches backwards, in a bounded range, for the last whole frame. Without any, where the last damaged one starts counts.
 * @returns the number of the sample after it; undefined if there is no frame
 */
export function findLastSample(bytes: FileBytes, stream: FlacStream): number | undefined {
  let reached: number | undefined
  let candidates = 0
  for (const length of SEARCHED) {
    const from = Math.max(stream.start, stream.end - length)
    const tail = bytes.read(from, stream.end - from)
    for (let at = tail.length - 6; at >= 0 && candidates < MAX_CANDIDATES; at--) {
      if (tail[at] !== 0xff || (tail[at + 1]! & 0xfe) !== 0xf8) continue
      const header = parseFlacFrameHeader(tail, at)
      if (!header || !belongsTo(header, stream)) continue
      candidates++
      reached ??= firstSampleOf(header, stream)
      const own = { ...header, end: header.end - at }
      if (findOwnEnd(tail.subarray(at), own, stream)) return firstSampleOf(header, stream) + header.samples
    }
    if (from === stream.start) break
  }
  return reached
}
