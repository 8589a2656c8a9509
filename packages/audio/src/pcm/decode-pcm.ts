import { AudioSample } from 'mediabunny'
import { openFileBytes } from '../bytes/file-bytes.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { readPcmLayout } from './pcm-layout.ts'
import type { PcmEncoding } from './pcm-samples.ts'

const FRAMES_PER_SAMPLE = 4_096

/**
 * Opens a WAV or AIFF file.
 * @param first sample from which on it is read
 * @throws Error if it is neither
 */
export function decodePcm(path: string, first = 0): DecodedAudio {
  const bytes = openFileBytes(path)
  try {
    const { sampleRate, channels, frames, frameBytes, start, encoding } = readPcmLayout(bytes)
    async function* samples(): AsyncGenerator<AudioSample> {
      for (let frame = first; frame < frames; frame += FRAMES_PER_SAMPLE) {
        const data = Buffer.alloc(Math.min(FRAMES_PER_SAMPLE, frames - frame) * frameBytes)
        bytes.readInto(data, start + frame * frameBytes)
        const timestamp = (frame - first) / sampleRate
        yield new AudioSample({
          ...convert(data, encoding),
          numberOfChannels: channels,
          sampleRate,
          timestamp,
        })
      }
    }
    return { sampleRate, samples: samples(), [Symbol.dispose]: () => bytes[Symbol.dispose]() }
  } catch (error) {
    bytes[Symbol.dispose]()
    throw error
  }
}

/** Samples in native format: up to 16 bits in 16, more in 32, aligned to the upper bits. May change the bytes. */
function convert(bytes: Buffer<ArrayBuffer>, encoding: PcmEncoding) {
  const { width, isFloat, isLittleEndian, isUnsigned } = encoding
  if (!isLittleEndian) swap(bytes, width)
  const { buffer, byteOffset, length } = bytes
  const count = length / width
  if (isFloat) {
    const floats = width === 8 ? Float32Array.from(new Float64Array(buffer, byteOffset, count)) : undefined
    return { format: 'f32' as const, data: floats ?? new Float32Array(buffer, byteOffset, count) }
  }
  if (width <= 2) {
    const data =
      width === 2
        ? new Int16Array(buffer, byteOffset, count)
        : Int16Array.from(bytes, byte => (byte << 24) >> 16)
    if (isUnsigned) for (let i = 0; i < count; i++) data[i]! ^= 0x8000
    return { format: 's16' as const, data }
  }
  const data = width === 4 ? new Int32Array(buffer, byteOffset, count) : fromThreeBytes(bytes)
  if (isUnsigned) for (let i = 0; i < count; i++) data[i]! ^= 0x80000000
  return { format: 's32' as const, data }
}

/** The machine's own order is little-endian. */
function swap(bytes: Buffer, width: number): void {
  if (width === 2) bytes.swap16()
  if (width === 4) bytes.swap32()
  if (width === 8) bytes.swap64()
  if (width !== 3) return
  for (let at = 0; at < bytes.length; at += 3) {
    const first = bytes[at]!
    bytes[at] = bytes[at + 2]!
    bytes[at + 2] = first
  }
}

function fromThreeBytes(bytes: Buffer): Int32Array<ArrayBuffer> {
  const data = new Int32Array(bytes.length / 3)
  for (let i = 0, at = 0; i < data.length; i++, at += 3) {
    data[i] = (bytes[at]! << 8) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 24)
  }
  return data
}
