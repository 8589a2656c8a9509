import { expect, it } from 'vitest'
import { createResampler, resampledLength } from './resample.ts'

const sine = (rate: number, frequency: number, length: number, from = 0) =>
  Float32Array.from({ length }, (_, i) => 0.5 * Math.sin((2 * Math.PI * frequency * (i + from)) / rate))

function resample(sound: Float32Array, from: number, to: number, piece = 5_000): Float32Array {
  const resampler = createResampler(from, to, 1)
  const out: number[] = []
  for (let at = 0; at < sound.length; at += piece) {
    out.push(...(resampler.push([sound.subarray(at, at + piece)])[0] ?? []))
  }
  return Float32Array.from([...out, ...(resampler.end()[0] ?? [])])
}

/** Largest difference, as a ratio in dB. */
function apart(a: Float32Array, b: Float32Array, from = 0, to = a.length): number {
  let most = 1e-12
  for (let i = from; i < to; i++) most = Math.max(most, Math.abs((a[i] ?? 0) - (b[i] ?? 0)))
  return 20 * Math.log10(most)
}

const RATES = [
  [96_000, 48_000],
  [88_200, 44_100],
  [192_000, 48_000],
  [64_000, 48_000],
  [50_000, 48_000],
] as const

it.each(RATES)('%d to %d Hz keeps every moment, and the length, exactly', (from, to) => {
  for (const length of [1, 2, 3, 7, 300, 20_001]) {
    const made = resample(sine(from, 1_000, length), from, to)
    expect(made).toHaveLength(resampledLength(length, from, to))
  }
  const made = resample(sine(from, 997, 20_001), from, to)
  expect(apart(made, sine(to, 997, made.length), 500, made.length - 500)).toBeLessThan(-100)
})

it.each(RATES)('%d to %d Hz keeps what can be heard, and folds nothing back', (from, to) => {
  const high = 0.44 * to
  const kept = resample(sine(from, high, 20_000), from, to)
  expect(apart(kept, sine(to, high, kept.length), 500, kept.length - 500)).toBeLessThan(-90)
  const gone = resample(sine(from, to / 2 + 0.005 * to, 20_000), from, to)
  if (from > to * 1.1)
    expect(apart(gone, new Float32Array(gone.length), 500, gone.length - 500)).toBeLessThan(-90)
})

it('gives the same result for any chunk size', () => {
  const sound = sine(96_000, 1_000, 10_001)
  const whole = resample(sound, 96_000, 48_000, 10_001)
  for (const piece of [1, 77, 4_096]) expect(resample(sound, 96_000, 48_000, piece)).toEqual(whole)
})

it('joins tracks cut from one recording without a step', () => {
  const cut = 30_011
  const whole = sine(96_000, 1_000, 60_000)
  const made = [whole.subarray(0, cut), whole.subarray(cut)].map(track => resample(track, 96_000, 48_000))
  const together = Float32Array.from(made.flatMap(track => [...track]))
  // The cut falls between two samples of the lower rate: half a step of the sound itself is allowed.
  const slope = (0.5 * 2 * Math.PI * 1_000) / 48_000
  for (let i = cut / 2 - 500; i < cut / 2 + 500; i++) {
    const at = Math.floor(i)
    expect(Math.abs((together[at + 1] ?? 0) - (together[at] ?? 0))).toBeLessThan(slope * 1.6)
  }
})

it('rejects rates without a common factor', () => {
  expect(() => createResampler(96_001, 48_000, 2)).toThrow(RangeError)
  expect(() => createResampler(2 ** 31 - 1, 48_000, 2)).toThrow(RangeError)
  expect(() => createResampler(44_100, 48_000, 2)).toThrow(RangeError)
})
