import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd } from '../bytes/tag-regions.ts'
import { findLastSample } from '../flac/find-last-frame.ts'
import { readFlacStream } from '../flac/flac-stream.ts'

/** An Ogg page has at most 65,307 bytes; players tolerate a few more behind the last one. */
const LAST_PAGE_BYTES = 72 * 1024
const OGG_HEAD_BYTES = 27
/** Boxes of one file at the top; each fragment has two. */
const MAX_BOXES = 1_000_000
/** Longer than the zeros that ID3v1 may end with. */
const TAIL_BYTES = 256
/** Within these, MP3 encoders write how many bytes the music has. */
const XING_BYTES = 2048
const HAS_FRAMES = 1
const HAS_BYTES = 2
/** `mdat`, which holds the music. */
const MDAT = 0x6d646174
/** An unknown length of a stream. */
const UNKNOWN = 0xffff_ffff

/**
 * Whether a file reaches to its end, as far as its headers tell: a copy or download may not have arrived yet, or may have reserved
 * its place. Reads a few kilobytes at both ends.
 * @throws UnreadableError if a header is damaged
 */
export function isWhole(bytes: FileBytes): boolean {
  const start = leadingTagsEnd(bytes)
  const head = latin1At(bytes, start, 12)
  if (head.startsWith('fLaC')) return isWholeFlac(bytes)
  if (head.startsWith('OggS')) return isWholeOgg(bytes)
  if (head.slice(4, 8) === 'ftyp') return isWholeMp4(bytes)
  if (head.startsWith('RIFF')) return fits(bytes, start, bytes.exactly(start + 4, 4).getUint32(0, true))
  if (head.startsWith('FORM')) return fits(bytes, start, bytes.exactly(start + 4, 4).getUint32(0))
  return isWholeMp3(bytes, start) && isWritten(bytes, bytes.size)
}

/** Whether there is more than zeros before `end`, as in a file whose place is only reserved. */
function isWritten(bytes: FileBytes, end: number): boolean {
  return bytes.read(end - TAIL_BYTES, TAIL_BYTES).some(byte => byte !== 0)
}

/** @param length of what follows its own eight bytes */
function fits(bytes: FileBytes, start: number, length: number): boolean {
  // A padding byte at the end is often missing.
  return length === UNKNOWN || start + 8 + length <= bytes.size + 1
}

function isWholeFlac(bytes: FileBytes): boolean {
  const stream = readFlacStream(bytes)
  return stream.declared === 0 || (findLastSample(bytes, stream) ?? 0) >= stream.declared
}

/** Whether the last page ends with the file. */
function isWholeOgg(bytes: FileBytes): boolean {
  if (!isWritten(bytes, bytes.size)) return false
  const from = Math.max(0, bytes.size - LAST_PAGE_BYTES)
  const tail = Buffer.from(bytes.read(from, LAST_PAGE_BYTES))
  for (let at = tail.lastIndexOf('OggS'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)) {
    const count = tail[at + OGG_HEAD_BYTES - 1]
    if (count === undefined) continue
    const segments = tail.subarray(at + OGG_HEAD_BYTES, at + OGG_HEAD_BYTES + count)
    const end = at + OGG_HEAD_BYTES + count + segments.reduce((sum, length) => sum + length, 0)
    return segments.length === count && end <= tail.length
  }
  return false
}

/** Whether its boxes end with the file. */
function isWholeMp4(bytes: FileBytes): boolean {
  let at = 0
  for (let seen = 0; seen < MAX_BOXES && at + 8 <= bytes.size; seen++) {
    const head = bytes.exactly(at, 8)
    const short = head.getUint32(0)
    const type = head.getUint32(4)
    if (type === 0) return false
    // To the end of the file.
    if (short === 0) return true
    const length = short === 1 ? Number(bytes.exactly(at + 8, 8).getBigUint64(0)) : short
    if (length < 8) return false
    at += length
    // Other boxes may be for later use.
    if (type === MDAT && !isWritten(bytes, at)) return false
  }
  return at <= bytes.size
}

function isWholeMp3(bytes: FileBytes, start: number): boolean {
  const head = Buffer.from(bytes.read(start, XING_BYTES))
  const at = Math.max(head.indexOf('Xing'), head.indexOf('Info'))
  if (at < 0 || at + 16 > head.length) return true
  const flags = head.readUInt32BE(at + 4)
  if ((flags & HAS_BYTES) === 0) return true
  const length = head.readUInt32BE(at + 8 + ((flags & HAS_FRAMES) === 0 ? 0 : 4))
  return start + length <= bytes.size
}
