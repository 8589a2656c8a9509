import type { FileBytes } from './file-bytes.ts'

/** The last frame is sought in the first of these stretches before the end, and then in the second. */
const TAILS = [24 * 1024, 192 * 1024]
const RATES = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]

export interface FlacStream {
  readonly sampleRate: number
  readonly channels: number
  /** Samples in each block but the last, for streams of a fixed block size. */
  readonly blockSize: number
}

export interface FlacFrame {
  readonly firstSample: number
  readonly samples: number
  /** False where the file ends inside it. */
  readonly whole: boolean
}

/** The last frame header between two positions, sought from the end in a bounded stretch. */
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

/** A frame header, checked by its CRC and against the stream, so that sound is not taken for one. */
function parseFrame(bytes: Uint8Array, at: number, stream: FlacStream): FlacFrame | undefined {
  const variable = (bytes[at + 1]! & 1) === 1
  const sizeCode = bytes[at + 2]! >> 4
  const rateCode = bytes[at + 2]! & 0xf
  const assignment = bytes[at + 3]! >> 4
  if (sizeCode === 0 || rateCode === 15 || assignment > 10 || (bytes[at + 3]! & 1) !== 0) return undefined
  if ((assignment < 8 ? assignment + 1 : 2) !== stream.channels) return undefined
  if (RATES[rateCode] && RATES[rateCode] !== stream.sampleRate) return undefined
  const coded = codedNumber(bytes, at + 4)
  if (!coded) return undefined
  let next = at + 4 + coded.length
  let samples = fixedSize(sizeCode)
  if (sizeCode === 6) samples = bytes[next++]! + 1
  if (sizeCode === 7) {
    samples = bytes[next]! * 256 + bytes[next + 1]! + 1
    next += 2
  }
  next += rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0
  if (next >= bytes.length || crc8(bytes, at, next) !== bytes[next]) return undefined
  const firstSample = variable ? coded.value : coded.value * stream.blockSize
  return { firstSample, samples, whole: isWhole(bytes, at, next) }
}

function fixedSize(code: number): number {
  if (code === 1) return 192
  return code <= 5 ? 576 * 2 ** (code - 2) : 256 * 2 ** (code - 8)
}

/** A number written in the manner of UTF-8, up to 36 bits. */
function codedNumber(bytes: Uint8Array, at: number): { value: number; length: number } | undefined {
  const head = bytes[at]!
  if (head < 0x80) return { value: head, length: 1 }
  const length = Math.clz32(~(head << 24))
  if (length < 2 || length > 7) return undefined
  let value = head & (0x7f >> length)
  for (let n = 1; n < length; n++) {
    const byte = bytes[at + n]
    if (byte === undefined || (byte & 0xc0) !== 0x80) return undefined
    value = value * 64 + (byte & 0x3f)
  }
  return { value, length }
}

function crc8(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0
  for (let at = from; at < to; at++) {
    crc ^= bytes[at]!
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff
  }
  return crc
}

const CRC16 = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x8005) & 0xffff : (crc << 1) & 0xffff
  return crc
})

/** A frame ends in a checksum that brings its remainder to 0; what follows it does not matter. */
function isWhole(bytes: Uint8Array, at: number, headerEnd: number): boolean {
  let crc = 0
  for (let n = at; n < bytes.length; n++) {
    crc = ((crc << 8) & 0xffff) ^ CRC16[(crc >> 8) ^ bytes[n]!]!
    if (crc === 0 && n > headerEnd + 2) return true
  }
  return false
}
