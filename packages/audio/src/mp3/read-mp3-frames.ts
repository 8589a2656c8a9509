import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { isSameStream, type Mp3FrameHeader, parseMp3FrameHeader } from './mp3-frame-header.ts'

export interface Mp3Frame {
  /** Offset in the file. */
  readonly offset: number
  readonly data: Uint8Array
  /** Decoded samples per channel. */
  readonly samples: number
  readonly sampleRate: number
  readonly channels: number
}

const WINDOW = 256 * 1024
const HEADER = 4

/**
 * The layer III frames of a file, in order. Skips tags, damaged data and the Xing, Info or VBRI frame, and an
 * incomplete last frame.
 */
export function* readMp3Frames(path: string): Generator<Mp3Frame> {
  const file = openSync(path, 'r')
  try {
    const size = fstatSync(file).size
    let window: Uint8Array = new Uint8Array(0)
    let from = 0
    /** Bytes at a position; fewer at the end of the file. */
    const bytes = (offset: number, length: number): Uint8Array => {
      if (offset < from || offset + length > from + window.length) {
        const wanted = Math.max(0, Math.min(WINDOW, size - offset))
        const buffer = new Uint8Array(wanted)
        window = buffer.subarray(0, readSync(file, buffer, 0, wanted, offset))
        from = offset
      }
      return window.subarray(offset - from, offset - from + length)
    }
    let offset = skipId3(bytes(0, 10))
    let like: Mp3FrameHeader | undefined
    let first = true
    while (offset + HEADER <= size) {
      const header = parseMp3FrameHeader(bytes(offset, HEADER), 0)
      const isOurs = header && (like === undefined || isSameStream(header, like))
      if (!isOurs || !leadsOn(header, offset, size, bytes)) {
        offset++
        continue
      }
      if (offset + header.length > size) return
      like = header
      const data = bytes(offset, header.length).slice()
      if (!first || !describesOthers(data, header)) {
        const { samples, sampleRate, channels } = header
        yield { offset, data, samples, sampleRate, channels }
      }
      first = false
      offset += header.length
    }
  } finally {
    closeSync(file)
  }
}

/** A frame counts only if another of its kind, a tag or the end of the file follows. */
function leadsOn(
  header: Mp3FrameHeader,
  offset: number,
  size: number,
  bytes: (offset: number, length: number) => Uint8Array,
): boolean {
  const end = offset + header.length
  if (end + HEADER > size) return true
  const after = bytes(end, HEADER)
  const follower = parseMp3FrameHeader(after, 0)
  if (follower && isSameStream(follower, header)) return true
  const text = String.fromCharCode(...after)
  return text.startsWith('TAG') || text === 'APET' || text.startsWith('ID3')
}

function describesOthers(data: Uint8Array, header: Mp3FrameHeader): boolean {
  const at = (offset: number) => String.fromCharCode(...data.subarray(offset, offset + 4))
  const tag = at(header.sideEnd)
  return tag === 'Xing' || tag === 'Info' || at(HEADER + 32) === 'VBRI'
}

/** Offset after an ID3v2 tag, whose length has seven bits per byte. */
function skipId3(bytes: Uint8Array): number {
  const [i, d, three, , , , a = 0, b = 0, c = 0, e = 0] = bytes
  if (i !== 0x49 || d !== 0x44 || three !== 0x33) return 0
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (e & 127)
}
