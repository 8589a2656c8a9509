import { closeSync, openSync, readSync } from 'node:fs'
import { AudioSample, AudioSampleSink } from 'mediabunny'
import { openInput } from '../bytes/open-input.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { type AiffHeader, readAiffHeader } from './aiff-header.ts'

const FRAMES_PER_SAMPLE = 4_096

/**
 * Opens a WAV or AIFF file.
 * @throws Error if it is neither
 */
export async function decodePcm(path: string): Promise<DecodedAudio> {
  const aiff = readAiffHeader(path)
  // Opens the file itself, when its first sample is read.
  if (aiff)
    return { sampleRate: aiff.sampleRate, samples: aiffSamples(path, aiff), [Symbol.dispose]: () => {} }
  const { found, close } = await openInput(path, async input => {
    const track = await input.getPrimaryAudioTrack()
    if (!track) throw new Error('No audio track found.')
    return { sampleRate: await track.getSampleRate(), samples: new AudioSampleSink(track).samples() }
  })
  return { ...found, [Symbol.dispose]: close }
}

async function* aiffSamples(path: string, sound: AiffHeader): AsyncGenerator<AudioSample> {
  const { sampleRate, channels, bits } = sound
  const file = openSync(path, 'r')
  try {
    const frameBytes = (bits / 8) * channels
    const buffer = Buffer.alloc(FRAMES_PER_SAMPLE * frameBytes)
    const frames = Math.floor(sound.length / frameBytes)
    for (let frame = 0; frame < frames; frame += FRAMES_PER_SAMPLE) {
      const wanted = Math.min(FRAMES_PER_SAMPLE, frames - frame) * frameBytes
      const read = readSync(file, buffer, 0, wanted, sound.offset + frame * frameBytes)
      yield new AudioSample({
        ...convert(buffer.subarray(0, read - (read % frameBytes)), sound),
        numberOfChannels: channels,
        sampleRate,
        timestamp: frame / sampleRate,
      })
    }
  } finally {
    closeSync(file)
  }
}

/** Samples in native format: 16 bits in 16, more in 32, aligned to the upper bits. */
function convert(bytes: Buffer, { bits, isFloat, isLittleEndian }: AiffHeader) {
  const width = bits / 8
  const count = bytes.length / width
  if (isFloat) {
    return {
      format: 'f32' as const,
      data: Float32Array.from({ length: count }, (_, index) => bytes.readFloatBE(index * 4)),
    }
  }
  const at = (index: number) =>
    isLittleEndian ? bytes.readIntLE(index * width, width) : bytes.readIntBE(index * width, width)
  if (bits <= 16) {
    const shift = 16 - bits
    return {
      format: 's16' as const,
      data: Int16Array.from({ length: count }, (_, index) => at(index) << shift),
    }
  }
  const shift = 32 - bits
  return {
    format: 's32' as const,
    data: Int32Array.from({ length: count }, (_, index) => at(index) << shift),
  }
}
