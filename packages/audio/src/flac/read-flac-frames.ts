import { distanceToSync, openWindow } from '../bytes/byte-window.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { decodeFlacFrame } from './decode-flac-frame.ts'
import { checksumOf, checksumStep } from './flac-checksum.ts'
import { type FlacFrameHeader, parseFlacFrameHeader } from './flac-frame-header.ts'
import { belongsTo, type FlacStream, firstSampleOf } from './flac-stream.ts'

/** Longest frame header. */
const HEADER_BYTES = 17
const LEAST_FRAME = 2
/** Bytes that may be searched in vain, beside those of the file itself. */
const SPARE = 64 * 1024 * 1024
/** The decoder takes no more. */
const MAX_DECODED_BITS = 31
/** Room for the header, the checksum and those of subframes in the largest frame. */
const OVERHEAD = 64

/** A frame as it is stored. */
export interface FlacFrame {
  readonly data: Uint8Array
  /** Per channel. */
  readonly samples: number
}

/**
 * The frames of a FLAC file, in order. Nothing but the frames says where one ends: there its checksum fits, and another
 * follows. Skips what is no frame; a damaged frame is returned if the next one is where its own says that it is.
 */
export function* readFlacFrames(bytes: FileBytes, stream: FlacStream): Generator<FlacFrame> {
  const at = openWindow(bytes, stream.end)
  let offset = stream.start
  let spare = stream.end - stream.start + SPARE
  while (offset + LEAST_FRAME < stream.end && spare > 0) {
    const header = headerAt(at(offset, HEADER_BYTES), 0, stream)
    if (!header) {
      offset += 1 + distanceToSync(at(offset + 1, HEADER_BYTES))
      continue
    }
    const longest = mostBytes(header, stream)
    const next =
      findNext(at(offset, 0).subarray(0, longest + HEADER_BYTES), header, stream) ??
      findNext(at(offset, longest + HEADER_BYTES).subarray(0, longest + HEADER_BYTES), header, stream)
    const data = at(offset, longest).subarray(0, next?.at ?? longest)
    const end = next?.isSure ? next.at : (findOwnEnd(data, header, stream) ?? next?.at)
    if (end === undefined) spare -= data.length
    else yield { data: data.slice(0, end), samples: header.samples }
    offset += next?.at ?? end ?? 1
  }
}

function headerAt(bytes: Uint8Array, at: number, stream: FlacStream): FlacFrameHeader | undefined {
  const header = parseFlacFrameHeader(bytes, at)
  return header && belongsTo(header, stream) ? header : undefined
}

/** A frame is hardly longer than its samples. */
function mostBytes({ channels, samples, bits, end }: FlacFrameHeader, stream: FlacStream): number {
  return Math.ceil((channels * samples * ((bits || stream.bits) + 1)) / 8) + end + OVERHEAD
}

/**
 * The next frame begins where the checksum of this one fits, or has the expected number.
 * @returns its offset, and whether this frame's checksum fits
 */
function findNext(
  bytes: Uint8Array,
  header: FlacFrameHeader,
  stream: FlacStream,
): { at: number; isSure: boolean } | undefined {
  const expected = firstSampleOf(header, stream) + header.samples
  let checksum = checksumOf(bytes, 0, header.end)
  for (let at = header.end; at + 1 < bytes.length; at++) {
    if (at > header.end + LEAST_FRAME && bytes[at] === 0xff && (bytes[at + 1]! & 0xfe) === 0xf8) {
      const follower = headerAt(bytes, at, stream)
      const isSure = checksum === 0
      if (follower && (isSure || firstSampleOf(follower, stream) === expected)) return { at, isSure }
    }
    checksum = checksumStep(checksum, bytes[at]!)
  }
  return undefined
}

/** Where a frame ends according to its own content, if that is whole. */
export function findOwnEnd(
  bytes: Uint8Array,
  header: FlacFrameHeader,
  stream: FlacStream,
): number | undefined {
  const bits = header.bits || stream.bits
  if (bits > MAX_DECODED_BITS) return findFittingEnd(bytes, header)
  try {
    const { end } = decodeFlacFrame(bytes, header, bits)
    return checksumOf(bytes, 0, end) === 0 ? end : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Where the checksum fits first: one in 65,536 is a coincidence. */
function findFittingEnd(bytes: Uint8Array, header: FlacFrameHeader): number | undefined {
  let checksum = checksumOf(bytes, 0, header.end)
  for (let at = header.end; at < bytes.length; at++) {
    checksum = checksumStep(checksum, bytes[at]!)
    if (checksum === 0 && at > header.end + LEAST_FRAME) return at + 1
  }
  return undefined
}
