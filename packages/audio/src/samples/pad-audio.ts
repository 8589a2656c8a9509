import { AudioSample } from 'mediabunny'
import type { DecodedAudio } from './decoded-audio.ts'

/** The most silence that is added, in seconds: what is shorter by more was cut off, and ends where it ends. */
const MOST = 0.5

/**
 * Adds silence to audio that is slightly shorter than its container says, as headers in milliseconds make it: the next track
 * begins where this one is said to end.
 * @param length in samples
 */
export function padAudio(sound: DecodedAudio, length: number): DecodedAudio {
  const { sampleRate } = sound
  async function* samples(): AsyncGenerator<AudioSample> {
    let made = 0
    let numberOfChannels = 0
    let format: 'f32' | 's16' | 's32' = 'f32'
    for await (const sample of sound.samples) {
      made += sample.numberOfFrames
      numberOfChannels = sample.numberOfChannels
      format = formatOf(sample)
      yield sample
    }
    const missing = length - made
    if (numberOfChannels === 0 || missing <= 0 || missing > MOST * sampleRate) return
    const data = new Uint8Array(missing * numberOfChannels * (format === 's16' ? 2 : 4))
    yield new AudioSample({ format, data, numberOfChannels, sampleRate, timestamp: made / sampleRate })
  }
  return { sampleRate, samples: samples(), [Symbol.dispose]: () => sound[Symbol.dispose]() }
}

/** The same format for all samples: encoders take the depth of the first. */
function formatOf({ format }: AudioSample): 'f32' | 's16' | 's32' {
  if (format.startsWith('s16')) return 's16'
  return format.startsWith('s32') ? 's32' : 'f32'
}
