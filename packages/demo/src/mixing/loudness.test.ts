import { expect, it } from 'vitest'
import { SAMPLE_RATE } from './bus.ts'
import { integratedLoudness } from './loudness.ts'
import { amplifyAndLimit, CEILING } from './master.ts'

const tone = (frequency: number, amplitude: number, seconds = 4) =>
  Float32Array.from(
    { length: seconds * SAMPLE_RATE },
    (_, i) => amplitude * Math.sin((2 * Math.PI * frequency * i) / SAMPLE_RATE),
  )

it('measures the tones of EBU Tech 3341 as they should be', () => {
  // Case 1: a stereo sine of 1 kHz at -23 dBFS has -23 LUFS.
  const quiet = tone(1000, 10 ** (-23 / 20))
  expect(integratedLoudness(quiet, quiet)).toBeCloseTo(-23, 1)
  expect(integratedLoudness(new Float32Array(SAMPLE_RATE), new Float32Array(SAMPLE_RATE))).toBe(
    Number.NEGATIVE_INFINITY,
  )
})

it('holds every peak under the ceiling and leaves quiet sound alone', () => {
  const loud = { left: tone(220, 0.3), right: tone(330, 0.3), start: 0 }
  amplifyAndLimit(loud, 14)
  expect(loud.left.reduce((top, value) => Math.max(top, Math.abs(value)), 0)).toBeLessThanOrEqual(
    CEILING + 1e-6,
  )
  const soft = { left: tone(220, 0.1), right: tone(330, 0.1), start: 0 }
  amplifyAndLimit(soft, 0)
  expect(soft.left[5000]).toBeCloseTo(tone(220, 0.1)[5000]!, 5)
})
