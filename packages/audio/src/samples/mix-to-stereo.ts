import type { AudioSample } from 'mediabunny'
import type { DecodedAudio } from './decoded-audio.ts'
import { packSample } from './pack-sample.ts'

const STEREO = 2
/** Of a channel that plays from both speakers, or from further away: 3 dB less. */
const HALF = Math.SQRT1_2
const [LEFT, RIGHT, BOTH, NONE] = [
  [1, 0],
  [0, 1],
  [HALF, HALF],
  [0, 0],
] as const
const [BEHIND_LEFT, BEHIND_RIGHT, BEHIND] = [
  [HALF, 0],
  [0, HALF],
  [0.5, 0.5],
] as const

type Weights = readonly [left: number, right: number]

/**
 * How much of each channel the left and the right speaker play, in the channel order of FLAC and WAV: the matrix of ITU-R BS.775
 * and of the Web Audio API. The effects channel (LFE) is left out, as both say.
 */
const WEIGHTS: Readonly<Record<number, readonly Weights[]>> = {
  3: [LEFT, RIGHT, BOTH],
  4: [LEFT, RIGHT, BEHIND_LEFT, BEHIND_RIGHT],
  5: [LEFT, RIGHT, BOTH, BEHIND_LEFT, BEHIND_RIGHT],
  6: [LEFT, RIGHT, BOTH, NONE, BEHIND_LEFT, BEHIND_RIGHT],
  7: [LEFT, RIGHT, BOTH, NONE, BEHIND, BEHIND_LEFT, BEHIND_RIGHT],
  8: [LEFT, RIGHT, BOTH, NONE, BEHIND_LEFT, BEHIND_RIGHT, BEHIND_LEFT, BEHIND_RIGHT],
}

/**
 * Mixes surround sound to stereo, in 24 bits; one and two channels stay as they are. Sums beyond full scale are clipped, since
 * quieter ones would no longer have the loudness that was measured. Disposing of the result disposes of what was given.
 */
export function mixToStereo(sound: DecodedAudio): DecodedAudio {
  async function* samples(): AsyncGenerator<AudioSample> {
    for await (const sample of sound.samples) {
      const weights = WEIGHTS[sample.numberOfChannels]
      if (!weights) {
        yield sample
        continue
      }
      const planes = mix(sample, weights)
      const { timestamp } = sample
      sample.close()
      yield packSample(planes, sound.sampleRate, timestamp)
    }
  }
  return { sampleRate: sound.sampleRate, samples: samples(), [Symbol.dispose]: () => sound[Symbol.dispose]() }
}

function mix(sample: AudioSample, weights: readonly Weights[]): Float32Array[] {
  const mixed = Array.from({ length: STEREO }, () => new Float32Array(sample.numberOfFrames))
  const plane = new Float32Array(sample.numberOfFrames)
  for (const [planeIndex, shares] of weights.entries()) {
    sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
    for (const [side, share] of shares.entries()) {
      const target = mixed[side] as Float32Array
      if (share !== 0) for (let i = 0; i < plane.length; i++) target[i]! += share * (plane[i] as number)
    }
  }
  return mixed
}
