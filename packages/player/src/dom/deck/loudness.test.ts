import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { loudnessFactor } from './loudness.ts'

const decibels = (factor: number) => 20 * Math.log10(factor)
const gain = { track: -9, album: -7, trackPeak: 0.9, albumPeak: 1 }

it('attenuates loud tracks and albums to -14 LUFS', () => {
  expect(decibels(loudnessFactor(gain, 'track'))).toBeCloseTo(-5)
  expect(decibels(loudnessFactor(gain, 'album'))).toBeCloseTo(-3)
})

it('uses the other gain if one is missing, and none if it is off or unknown', () => {
  expect(decibels(loudnessFactor({ ...gain, album: null }, 'album'))).toBeCloseTo(-5)
  expect(decibels(loudnessFactor({ ...gain, track: null, trackPeak: null }, 'track'))).toBeCloseTo(-3)
  expect(loudnessFactor(gain, 'off')).toBe(1)
  expect(loudnessFactor({ track: null, album: null, trackPeak: null, albumPeak: null }, 'track')).toBe(1)
  expect(loudnessFactor(undefined, 'album')).toBe(1)
})

it('amplifies quiet tracks as far as their peaks allow', () => {
  expect(decibels(loudnessFactor({ ...gain, track: 4, trackPeak: 0.1 }, 'track'))).toBeCloseTo(8)
  expect(decibels(loudnessFactor({ ...gain, track: 4, trackPeak: 0.5 }, 'track'))).toBeCloseTo(6.02)
  // Boosts below one decibel are not applied.
  expect(loudnessFactor({ ...gain, track: 4, trackPeak: 0.95 }, 'track')).toBe(1)
})

it('never silences a track, whatever its tags claim', () => {
  expect(decibels(loudnessFactor({ ...gain, track: -734 }, 'track'))).toBeCloseTo(-24)
  expect(decibels(loudnessFactor({ ...gain, trackPeak: 1e9 }, 'track'))).toBeCloseTo(-24)
})

it('never clips a known peak and limits the gain', () => {
  const known = fc.record({
    track: fc.double({ min: -60, max: 60, noNaN: true }),
    album: fc.constant(null),
    trackPeak: fc.option(fc.double({ min: 0.001, max: 2, noNaN: true })),
    albumPeak: fc.constant(null),
  })
  fc.assert(
    fc.property(known, fc.constantFrom('track' as const, 'album' as const), (any, mode) => {
      const factor = loudnessFactor(any, mode)
      expect(factor).toBeLessThanOrEqual(10 ** (12 / 20))
      if (mode === 'track' && any.trackPeak !== null) {
        expect(factor * any.trackPeak).toBeLessThanOrEqual(1.000_001)
      }
    }),
  )
})
