const RATES = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]
const BITS = [0, 8, 12, 0, 16, 20, 24, 32]
const LEFT_SIDE = 8
const MID_SIDE = 10

/** Header of a FLAC frame (RFC 9639, section 9.1). */
export interface FlacFrameHeader {
  /** 0: as in STREAMINFO. */
  readonly sampleRate: number
  /** 0: as in STREAMINFO. */
  readonly bits: number
  readonly channels: number
  /** Stereo decorrelation: 8 left/side, 9 side/right, 10 mid/side; others: independent channels. */
  readonly assignment: number
  /** Per channel. */
  readonly samples: number
  /** Number of the first sample, or of the block if all blocks have the same length. */
  readonly number: number
  readonly isNumberOfSample: boolean
  /** Offset of the end of the header. */
  readonly end: number
}

/** The frame header at `at`, verified by its CRC; undefined if there is none. */
export function parseFlacFrameHeader(bytes: Uint8Array, at: number): FlacFrameHeader | undefined {
  if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xfe) !== 0xf8) return undefined
  const sizeCode = bytes[at + 2]! >> 4
  const rateCode = bytes[at + 2]! & 0xf
  const assignment = bytes[at + 3]! >> 4
  if (sizeCode === 0 || rateCode === 15 || assignment > MID_SIDE || (bytes[at + 3]! & 1) !== 0)
    return undefined
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
  return {
    sampleRate: RATES[rateCode] ?? 0,
    bits: BITS[(bytes[at + 3]! >> 1) & 7] ?? 0,
    channels: assignment < LEFT_SIDE ? assignment + 1 : 2,
    assignment,
    samples,
    number: coded.value,
    isNumberOfSample: (bytes[at + 1]! & 1) === 1,
    end: next + 1,
  }
}

function fixedSize(code: number): number {
  if (code === 1) return 192
  return code <= 5 ? 576 * 2 ** (code - 2) : 256 * 2 ** (code - 8)
}

/** A number in UTF-8 coding, up to 36 bits. */
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

/** The checksum of a frame header. */
export function crc8(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0
  for (let at = from; at < to; at++) {
    crc ^= bytes[at]!
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff
  }
  return crc
}
