import { checksumOf } from './flac-checksum.ts'
import { crc8 } from './flac-frame-header.ts'

const BITS_CODES: Readonly<Record<number, number>> = { 8: 1, 12: 2, 16: 4, 20: 5, 24: 6 }
const MAX_ORDER = 4
const MAX_PARAMETER = 30
/** A subframe is hardly longer than its samples: the parameter fits their mean. */
const SPARE_BYTES = 64

/**
 * Encodes one FLAC frame with fixed predictors. Sample rate, and a rare number of bits, are those of STREAMINFO.
 * @param channels up to 65,536 samples each, of `bits`
 * @param number of the frame, or of its first sample, as the stream counts
 */
export function encodeFlacFrame(channels: readonly Int32Array[], number: number, bits: number): Uint8Array {
  const length = channels[0]?.length ?? 0
  const writer = new BitWriter(channels.length * (length * 8 + SPARE_BYTES) + SPARE_BYTES)
  writer.put(0xfff8, 16)
  writer.put(0x70, 8)
  writer.put(channels.length - 1, 4)
  writer.put(BITS_CODES[bits] ?? 0, 3)
  writer.put(0, 1)
  for (const byte of codedNumber(number)) writer.put(byte, 8)
  writer.put(length - 1, 16)
  const head = writer.toBytes()
  writer.put(crc8(head, 0, head.length), 8)
  for (const channel of channels) putSubframe(writer, channel, bits)
  const frame = writer.toBytes()
  writer.put(checksumOf(frame, 0, frame.length), 16, frame.length)
  return writer.toBytes()
}

function putSubframe(writer: BitWriter, samples: Int32Array, bits: number): void {
  if (samples.every(sample => sample === samples[0])) {
    writer.put(0, 8)
    writer.put(samples[0] ?? 0, bits)
    return
  }
  const { order, residual } = predict(samples)
  writer.put((8 + order) << 1, 8)
  for (let i = 0; i < order; i++) writer.put(samples[i]!, bits)
  const parameter = parameterFor(residual)
  // The longer parameters, in one partition.
  writer.put(1, 2)
  writer.put(0, 4)
  writer.put(parameter, 5)
  for (const value of residual) writer.putRice(value, parameter)
}

/** The residual of the best fixed predictor: each is the difference of the one before. */
function predict(samples: Int32Array): { order: number; residual: Int32Array } {
  let residual = samples
  let best = { order: 0, residual, sum: sumOf(residual) }
  for (let order = 1; order <= MAX_ORDER && residual.length > 1; order++) {
    const before = residual
    residual = Int32Array.from({ length: before.length - 1 }, (_, i) => before[i + 1]! - before[i]!)
    const sum = sumOf(residual)
    if (sum < best.sum) best = { order, residual, sum }
  }
  return best
}

function sumOf(values: Int32Array): number {
  let sum = 0
  for (const value of values) sum += Math.abs(value)
  return sum
}

function parameterFor(residual: Int32Array): number {
  const mean = (2 * sumOf(residual)) / Math.max(1, residual.length)
  return Math.min(MAX_PARAMETER, Math.max(0, Math.ceil(Math.log2(mean + 1)) - 1))
}

/** A number in UTF-8 coding, up to 31 bits. */
function codedNumber(value: number): number[] {
  if (value < 0x80) return [value]
  const rest: number[] = []
  let left = value
  for (let room = 5; left >= 2 ** (room + 1); room--) {
    rest.unshift(0x80 | (left & 0x3f))
    left >>>= 6
  }
  return [((0xff00 >> (rest.length + 1)) & 0xff) | left, ...rest]
}

/** Writes numbers bit by bit, highest first. */
class BitWriter {
  #bytes: Uint8Array
  #at = 0

  constructor(size: number) {
    this.#bytes = new Uint8Array(size)
  }

  /** The lower `width` bits, at most 32, at a byte if that is given. */
  put(value: number, width: number, byte?: number): void {
    if (byte !== undefined) this.#at = byte * 8
    this.#reserve(width)
    for (let left = width; left > 0; ) {
      const free = 8 - (this.#at & 7)
      const count = Math.min(free, left)
      left -= count
      const bits = (value >>> left) & (2 ** count - 1)
      this.#bytes[this.#at >> 3]! |= bits << (free - count)
      this.#at += count
    }
  }

  putRice(value: number, parameter: number): void {
    const folded = ((value << 1) ^ (value >> 31)) >>> 0
    const zeros = folded >>> parameter
    this.#reserve(zeros + 1)
    this.#at += zeros
    this.put(1, 1)
    if (parameter > 0) this.put(folded & (2 ** parameter - 1), parameter)
  }

  toBytes(): Uint8Array {
    return this.#bytes.slice(0, Math.ceil(this.#at / 8))
  }

  #reserve(bits: number): void {
    const needed = Math.ceil((this.#at + bits) / 8)
    if (needed <= this.#bytes.length) return
    const longer = new Uint8Array(2 * needed)
    longer.set(this.#bytes)
    this.#bytes = longer
  }
}
