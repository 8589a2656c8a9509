import { checksumOf, checksumStep } from '../flac/flac-checksum.ts'

/** How a FLAC file for tests is encoded. */
export interface FlacShape {
  readonly bits: number
  readonly rate: number
  readonly blockSize?: number
  /** Whether STREAMINFO has the number of samples. */
  readonly isCounted?: boolean
  /** The largest frame in bytes as STREAMINFO has it; 0 for unknown. */
  readonly maxFrame?: number
  /** Numbers samples instead of blocks without marking it, as old encoders of variable block sizes do. */
  readonly isOldVariable?: boolean
}

/** Writes numbers bit by bit, highest first. */
class BitWriter {
  readonly #bits: number[] = []

  put(value: number, width: number): this {
    for (let i = width - 1; i >= 0; i--) this.#bits.push(Math.floor(value / 2 ** i) & 1)
    return this
  }

  toBytes(): number[] {
    const bytes = Array<number>(Math.ceil(this.#bits.length / 8)).fill(0)
    for (const [i, bit] of this.#bits.entries()) bytes[i >> 3]! |= bit << (7 - (i & 7))
    return bytes
  }
}

/** A FLAC file of any shape; silent blocks take 2 bytes per channel, others are stored with a fixed predictor. */
export function makeFlac(channels: readonly Int32Array[], shape: FlacShape): Buffer {
  const { bits, rate, blockSize = 4_096, isCounted = true, maxFrame = 0, isOldVariable = false } = shape
  const total = channels[0]?.length ?? 0
  const info = new BitWriter()
  info
    .put(isOldVariable ? blockSize - 1 : blockSize, 16)
    .put(blockSize, 16)
    .put(0, 24)
    .put(maxFrame, 24)
  info
    .put(rate, 20)
    .put(channels.length - 1, 3)
    .put(bits - 1, 5)
    .put(isCounted ? total : 0, 36)
  const parts = [Buffer.from('fLaC'), Buffer.of(0x80, 0, 0, 34, ...info.toBytes()), Buffer.alloc(16)]
  for (let from = 0, block = 0; from < total; from += blockSize, block++) {
    const blocks = channels.map(channel => channel.subarray(from, from + blockSize))
    parts.push(frameOf(blocks, isOldVariable ? from : block, bits))
  }
  return Buffer.concat(parts)
}

function frameOf(channels: readonly Int32Array[], number: number, bits: number): Buffer<ArrayBuffer> {
  const length = channels[0]?.length ?? 0
  const code = { 8: 1, 12: 2, 16: 4, 20: 5, 24: 6 }[bits] ?? 0
  const head = new BitWriter()
    .put(0xfff8, 16)
    .put(0x70, 8)
    .put(channels.length - 1, 4)
    .put(code, 3)
    .put(0, 1)
  const bytes = [...head.toBytes(), ...codedNumber(number), (length - 1) >> 8, (length - 1) & 0xff]
  bytes.push(crc8(bytes))
  const body = new BitWriter()
  for (const channel of channels) putSubframe(body, channel, bits)
  bytes.push(...body.toBytes())
  const checksum = checksumOf(Uint8Array.from(bytes), 0, bytes.length)
  // Their own bytes bring the checksum to 0.
  if (checksumStep(checksumStep(checksum, checksum >> 8), checksum & 0xff) !== 0) throw new Error('CRC')
  return Buffer.from([...bytes, checksum >> 8, checksum & 0xff])
}

function putSubframe(body: BitWriter, samples: Int32Array, bits: number): void {
  if (samples.every(sample => sample === samples[0])) {
    body.put(0, 8).put(samples[0]! + 2 ** 32, bits)
    return
  }
  // The difference to the sample before, in one partition of 14 bits and a unary rest.
  body.put(0b1001 << 1, 8).put(samples[0]! + 2 ** 32, bits)
  body.put(1, 2).put(0, 4).put(14, 5)
  for (let i = 1; i < samples.length; i++) {
    const difference = samples[i]! - samples[i - 1]!
    const folded = difference < 0 ? -2 * difference - 1 : 2 * difference
    body
      .put(0, folded >>> 14)
      .put(1, 1)
      .put(folded & 0x3fff, 14)
  }
}

/** Up to 21 bits in UTF-8 coding. */
function codedNumber(value: number): Buffer {
  return Buffer.from(String.fromCodePoint(value))
}

function crc8(bytes: readonly number[]): number {
  return bytes.reduce((crc, byte) => {
    let next = crc ^ byte
    for (let bit = 0; bit < 8; bit++) next = next & 0x80 ? ((next << 1) ^ 0x07) & 0xff : (next << 1) & 0xff
    return next
  }, 0)
}
