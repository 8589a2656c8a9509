import { distanceToSync, openWindow } from '../bytes/byte-window.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { isSameStream, type Mp3FrameHeader, parseMp3FrameHeader } from './mp3-frame-header.ts'

const HEADER = 4
/** Twice the longest frame, and a header. */
const AHEAD = 3_000

/** A frame where it stands. */
export interface FoundMp3Frame {
  readonly offset: number
  /** Valid until the next one is asked for. */
  readonly data: Uint8Array
  readonly header: Mp3FrameHeader
}

/**
 * The layer III frames of one stream between two positions, in order. Skips what is no frame, and a last one that is not whole.
 * @param like a frame of the stream; without it, the first one found decides
 */
export function* walkMp3Frames(
  bytes: FileBytes,
  start: number,
  end: number,
  like?: Mp3FrameHeader,
): Generator<FoundMp3Frame> {
  const at = openWindow(bytes, end)
  let stream = like
  let offset = start
  let expected = like ? start : -1
  while (offset + HEADER <= end) {
    const header = headerOf(at(offset, HEADER), 0, stream)
    const data = header && at(offset, AHEAD)
    if (
      !header ||
      !data ||
      data.length < header.length ||
      !(leadsOn(data, 0, header) || (offset === expected && !hasFrameInside(data, header)))
    ) {
      offset += 1 + distanceToSync(at(offset + 1, HEADER))
      continue
    }
    stream = header
    yield { offset, data: data.subarray(0, header.length), header }
    offset += header.length
    expected = offset
  }
}

function headerOf(bytes: Uint8Array, at: number, like: Mp3FrameHeader | undefined) {
  const header = parseMp3FrameHeader(bytes, at)
  return header && (!like || isSameStream(header, like)) ? header : undefined
}

/** Whether another frame of its kind, a tag or the end follows. */
function leadsOn(bytes: Uint8Array, at: number, header: Mp3FrameHeader): boolean {
  const end = at + header.length
  if (end > bytes.length) return false
  if (end + HEADER > bytes.length) return true
  if (headerOf(bytes, end, header)) return true
  const text = String.fromCharCode(...bytes.subarray(end, end + HEADER))
  return text.startsWith('TAG') || text === 'APET' || text.startsWith('ID3')
}

/**
 * A frame that stands where the one before ended needs no other behind it, as the last one may be followed by anything. But
 * where bytes are missing, it is cut off, and the next frame begins within what should be its own.
 */
function hasFrameInside(bytes: Uint8Array, header: Mp3FrameHeader): boolean {
  for (let at = HEADER; at < header.length; at++) {
    if (bytes[at] !== 0xff) continue
    const inner = headerOf(bytes, at, header)
    const next =
      inner && at + inner.length + HEADER <= bytes.length && headerOf(bytes, at + inner.length, header)
    if (next) return true
  }
  return false
}
