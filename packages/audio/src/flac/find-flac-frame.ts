import type { FileBytes } from '../bytes/file-bytes.ts'
import { findFirstSample } from './find-last-frame.ts'
import { type FlacFrameHeader, parseFlacFrameHeader } from './flac-frame-header.ts'
import { belongsTo, type FlacStream, firstSampleOf } from './flac-stream.ts'
import { findOwnEnd } from './read-flac-frames.ts'

/** Bytes that are read at once; a frame that is not whole in them is not found, and the search goes on before it. */
const READ = 256 * 1024
/** What is left is read frame by frame: about a second. */
const NEAR = 128 * 1024

interface FrameAt {
  readonly offset: number
  /** Number of its first sample in the file. */
  readonly sample: number
}

/** Searches by halves for a frame that begins at or shortly before a sample of the file. */
export function findFlacFrame(bytes: FileBytes, stream: FlacStream, sample: number): FrameAt {
  const origin = findFirstSample(bytes, stream)
  let found = { offset: stream.start, sample: 0 }
  let end = stream.end
  while (end - found.offset > NEAR) {
    const middle = found.offset + Math.floor((end - found.offset) / 2)
    const next = findWholeFrame(bytes, stream, middle, end)
    const at = next && { offset: next.offset, sample: firstSampleOf(next.header, stream) - origin }
    if (at && at.sample <= sample && at.sample > found.sample) found = at
    else end = middle
  }
  return found
}

/** The first frame from `from` on whose checksum fits. */
function findWholeFrame(
  bytes: FileBytes,
  stream: FlacStream,
  from: number,
  end: number,
): { offset: number; header: FlacFrameHeader } | undefined {
  const part = bytes.read(from, Math.min(READ, end - from))
  for (let at = part.indexOf(0xff); at >= 0; at = part.indexOf(0xff, at + 1)) {
    const header = parseFlacFrameHeader(part, at)
    if (!header || !belongsTo(header, stream)) continue
    const own = { ...header, end: header.end - at }
    if (findOwnEnd(part.subarray(at), own, stream) !== undefined) return { offset: from + at, header }
  }
  return undefined
}
