import { AudioSample } from 'mediabunny'
import { expect, it } from 'vitest'
import type { DecodedAudio } from './decoded-audio.ts'
import { mixToStereo } from './mix-to-stereo.ts'

const RATE = 48_000
/** What 24 bits can tell apart. */
const STEP = 2 ** -23
const HALF = Math.SQRT1_2

/** Two instants in which each channel has another value. */
function surround(channels: readonly number[], format: 'f32' | 's16' = 'f32'): DecodedAudio {
  const values = [...channels, ...channels.map(value => -value)]
  const data =
    format === 's16' ? Int16Array.from(values, value => value * 2 ** 15) : Float32Array.from(values)
  async function* samples() {
    const about = { numberOfChannels: channels.length, sampleRate: RATE, timestamp: 0 }
    yield new AudioSample({ format, data, ...about })
  }
  return { sampleRate: RATE, samples: samples(), [Symbol.dispose]: () => {} }
}

async function mixed(sound: DecodedAudio) {
  const planes: number[][] = []
  for await (const sample of mixToStereo(sound).samples) {
    for (let planeIndex = 0; planeIndex < sample.numberOfChannels; planeIndex++) {
      const plane = new Float32Array(sample.numberOfFrames)
      sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
      planes.push([...plane])
    }
  }
  return planes
}

// The stated matrix: the centre and the surround channels 3 dB down, a single one behind 6 dB, and no LFE.
it.each([
  ['3.0', [0.1, 0.2, 0.4], 0.1 + HALF * 0.4, 0.2 + HALF * 0.4],
  ['quadro', [0.1, 0.2, 0.3, 0.4], 0.1 + HALF * 0.3, 0.2 + HALF * 0.4],
  ['5.0', [0.1, 0.2, 0.3, 0.04, 0.05], 0.1 + HALF * 0.34, 0.2 + HALF * 0.35],
  ['5.1', [0.1, 0.2, 0.3, 0.9, 0.04, 0.05], 0.1 + HALF * 0.34, 0.2 + HALF * 0.35],
  ['6.1', [0.1, 0.2, 0.3, 0.9, 0.2, 0.04, 0.05], 0.1 + HALF * 0.34 + 0.1, 0.2 + HALF * 0.35 + 0.1],
  ['7.1', [0.1, 0.2, 0.3, 0.9, 0.02, 0.03, 0.04, 0.05], 0.1 + HALF * 0.36, 0.2 + HALF * 0.38],
])('mixes %s to stereo by the stated weights', async (_name, channels, left, right) => {
  const planes = await mixed(surround(channels))
  for (const [side, wanted] of [left, right].entries()) {
    expect(Math.abs(planes[side]![0]! - wanted)).toBeLessThan(STEP)
    expect(Math.abs(planes[side]![1]! + wanted)).toBeLessThan(STEP)
  }
  expect(planes.length).toBe(2)
})

it('clips what is louder than full scale', async () => {
  const [left] = await mixed(surround([0.9, 0, 0.9, 0, 0.9, 0]))
  expect(left).toEqual([1 - STEP, -1])
})

it.each([[[0.5]], [[0.5, -0.25]]])('leaves mono and stereo as they are: %j', async channels => {
  const format = 's16'
  const planes = await mixed(surround(channels, format))
  expect(planes).toEqual(channels.map(value => [value, -value]))
})
