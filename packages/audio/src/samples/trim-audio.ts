import { AudioSample } from 'mediabunny'
import type { DecodedAudio } from './decoded-audio.ts'

/**
 * Trims priming and padding. Lengths in samples. Disposing of the result disposes of what was given.
 * @param onSkip called for each piece that is trimmed as a whole
 */
export function trimAudio(
  sound: DecodedAudio,
  before: number,
  length: number,
  onSkip?: () => void,
): DecodedAudio {
  const { sampleRate } = sound
  async function* samples(): AsyncGenerator<AudioSample> {
    let at = -before
    for await (const sample of sound.samples) {
      const from = Math.max(0, -at)
      const to = Math.min(sample.numberOfFrames, length - at)
      const timestamp = Math.max(0, at) / sampleRate
      at += sample.numberOfFrames
      if (from === 0 && to === sample.numberOfFrames) {
        // Encoders fill what is missing between two times with silence.
        sample.setTimestamp(timestamp)
        yield sample
      } else {
        const part = to > from ? cut(sample, from, to, timestamp) : undefined
        // Before it is given away: whoever takes it may want no more.
        sample.close()
        if (part) yield part
        else onSkip?.()
      }
      if (at >= length) return
    }
  }
  return { sampleRate, samples: samples(), [Symbol.dispose]: () => sound[Symbol.dispose]() }
}

function cut(sample: AudioSample, from: number, to: number, timestamp: number): AudioSample {
  const { numberOfChannels, sampleRate } = sample
  const format = `${sample.format.replace('-planar', '')}-planar` as typeof sample.format
  const frameCount = to - from
  const options = { format, frameOffset: from, frameCount }
  const size = sample.allocationSize({ ...options, planeIndex: 0 })
  const data = new Uint8Array(size * numberOfChannels)
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex++) {
    sample.copyTo(data.subarray(planeIndex * size), { ...options, planeIndex })
  }
  return new AudioSample({ format, data, numberOfChannels, sampleRate, timestamp })
}
