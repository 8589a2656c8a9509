import { AudioSample } from 'mediabunny'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { readMp3Frames } from './read-mp3-frames.ts'

/** Frames decoded at a time: about a second. */
const AT_ONCE = 40

/**
 * Opens an MP3 file, without removing encoder and decoder delay.
 * @throws Error if it has no frame
 */
export async function decodeMp3(path: string): Promise<DecodedAudio> {
  const frames = readMp3Frames(path)
  const first = frames.next().value
  // Closes the file.
  frames.return(undefined)
  if (!first) throw new Error('No MP3 frame found.')
  const { sampleRate } = first
  async function* samples(): AsyncGenerator<AudioSample> {
    const { MPEGDecoder } = await import('mpg123-decoder')
    const decoder = new MPEGDecoder({ enableGapless: false })
    await decoder.ready
    try {
      let made = 0
      for (const frames of batches(readMp3Frames(path))) {
        const { channelData, samplesDecoded } = decoder.decode(Buffer.concat(frames))
        if (samplesDecoded === 0) continue
        yield toSample(channelData, sampleRate, made)
        made += samplesDecoded
      }
    } finally {
      decoder.free()
    }
  }
  return { sampleRate, samples: samples(), [Symbol.dispose]: () => {} }
}

function* batches(frames: Iterable<{ data: Uint8Array }>): Generator<Uint8Array[]> {
  let batch: Uint8Array[] = []
  for (const { data } of frames) {
    batch.push(data)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The channels as one audio sample. */
export function toSample(channels: readonly Float32Array[], sampleRate: number, at: number): AudioSample {
  const length = channels[0]?.length ?? 0
  const data = new Float32Array(length * channels.length)
  for (const [channel, plane] of channels.entries()) data.set(plane, channel * length)
  return new AudioSample({
    format: 'f32-planar',
    data,
    numberOfChannels: channels.length,
    sampleRate,
    timestamp: at / sampleRate,
  })
}
