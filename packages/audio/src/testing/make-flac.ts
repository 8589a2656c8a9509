import { encodeFlacFrame } from '../flac/encode-flac-frame.ts'
import { streamInfo } from '../flac/encode-flac-packets.ts'

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

/** A FLAC file of any shape. */
export function makeFlac(channels: readonly Int32Array[], shape: FlacShape): Buffer {
  const { bits, rate, blockSize = 4_096, isCounted = true, maxFrame = 0, isOldVariable = false } = shape
  const total = channels[0]?.length ?? 0
  const head = Buffer.from(streamInfo(rate, channels.length, bits, blockSize))
  if (isOldVariable) head.writeUInt16BE(blockSize - 1, 8)
  head.writeUIntBE(maxFrame, 15, 3)
  if (isCounted) head.writeUInt32BE(total, 22)
  const parts: Uint8Array[] = [head]
  for (let from = 0, block = 0; from < total; from += blockSize, block++) {
    const blocks = channels.map(channel => channel.subarray(from, from + blockSize))
    parts.push(encodeFlacFrame(blocks, isOldVariable ? from : block, bits))
  }
  return Buffer.concat(parts)
}
