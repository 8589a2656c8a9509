import type { AudioSample } from 'mediabunny'
import { MAX_STREAM_RATE } from '../rendition/rendition.ts'
import type { DecodedAudio } from './decoded-audio.ts'
import { packSample } from './pack-sample.ts'
import { createResampler, type Resampler } from './resample.ts'

const CD_RATE = 44_100
/** Samples per resampling step: large enough to be fast, small enough for an early first fragment. */
const AT_ONCE = 8_192

/** The streaming rate: the file's own, or the standard rate that it is a multiple of. */
function streamRate(rate: number): number {
  if (rate <= MAX_STREAM_RATE) return rate
  return rate % CD_RATE === 0 ? CD_RATE : MAX_STREAM_RATE
}

/**
 * The audio at its streaming rate, in 24 bits. Disposing of the result disposes of what was given.
 * @throws RangeError if it cannot be resampled
 */
export function lowerRate(sound: DecodedAudio): DecodedAudio {
  const from = sound.sampleRate
  const to = streamRate(from)
  async function* samples(): AsyncGenerator<AudioSample> {
    let resampler: Resampler | undefined
    let made = 0
    const toSample = (planes: Float32Array[]) => {
      const timestamp = made / to
      made += planes[0]?.length ?? 0
      return packSample(planes, to, timestamp)
    }
    for await (const pieces of gather(sound.samples)) {
      resampler ??= createResampler(from, to, pieces.length)
      const planes = resampler.push(pieces)
      if (planes[0]?.length) yield toSample(planes)
    }
    const rest = resampler?.end()
    if (rest?.[0]?.length) yield toSample(rest)
  }
  return { sampleRate: to, samples: samples(), [Symbol.dispose]: () => sound[Symbol.dispose]() }
}

/** The channels in chunks of a fixed length. */
async function* gather(samples: AsyncIterable<AudioSample>): AsyncGenerator<Float32Array[]> {
  let waiting: Float32Array[][] = []
  let count = 0
  for await (const sample of samples) {
    const { numberOfFrames, numberOfChannels } = sample
    waiting.push(
      Array.from({ length: numberOfChannels }, (_, planeIndex) => {
        const plane = new Float32Array(numberOfFrames)
        sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
        return plane
      }),
    )
    sample.close()
    count += numberOfFrames
    if (count < AT_ONCE) continue
    yield together(waiting, count)
    waiting = []
    count = 0
  }
  if (count > 0) yield together(waiting, count)
}

function together(pieces: readonly Float32Array[][], length: number): Float32Array[] {
  return (pieces[0] ?? []).map((_, channel) => {
    const whole = new Float32Array(length)
    let at = 0
    for (const planes of pieces) {
      const plane = planes[channel] as Float32Array
      whole.set(plane, at)
      at += plane.length
    }
    return whole
  })
}
