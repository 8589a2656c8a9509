import type { FileBytes } from '../bytes/file-bytes.ts'
import { findFrameEnds } from './flac-checksum.ts'
import { parseFlacFrameHeader } from './flac-frame-header.ts'

/** Bytes before the end in which the last frame is searched, first the smaller number, then the larger. */
const TAILS = [24 * 1024, 192 * 1024]

export interface FlacStream {
  readonly sampleRate: number
  readonly channels: number
  /** Samples per block except the last, for streams of a fixed block size. */
  readonly blockSize: number
}

export interface FlacFrame {
  readonly firstSample: number
  readonly samples: number
  /** False if the file ends inside it. */
  readonly whole: boolean
}

/** Searches backwards for the last frame header between two positions, in a bounded range. */
export function findLastFrame(
  bytes: FileBytes,
  start: number,
  end: number,
  stream: FlacStream,
): FlacFrame | undefined {
  for (const length of TAILS) {
    const from = Math.max(start, end - length)
    const tail = bytes.read(from, end - from)
    for (let at = tail.length - 6; at >= 0; at--) {
      if (tail[at] !== 0xff || (tail[at + 1]! & 0xfe) !== 0xf8) continue
      const frame = parseFrame(tail, at, stream)
      if (frame) return frame
    }
  }
  return undefined
}

/** A frame header that is consistent with the stream, so that audio data is not mistaken for one. */
function parseFrame(bytes: Uint8Array, at: number, stream: FlacStream): FlacFrame | undefined {
  const header = parseFlacFrameHeader(bytes, at)
  if (!header || header.channels !== stream.channels) return undefined
  if (header.sampleRate > 0 && header.sampleRate !== stream.sampleRate) return undefined
  const firstSample = header.isNumberOfSample ? header.number : header.number * stream.blockSize
  return { firstSample, samples: header.samples, whole: !findFrameEnds(bytes, at, header.end).next().done }
}
