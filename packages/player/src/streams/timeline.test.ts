import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StreamIndex, StreamRendition } from './stream-index.ts'
import {
  appendWindow,
  endTime,
  fragmentAt,
  fragmentStart,
  type PlacedTrack,
  supportedRendition,
} from './timeline.ts'

const RATE = 44_100
const gain = { track: null, album: null, trackPeak: null, albumPeak: null }

function placed(
  given: { start?: number; fragments?: number; priming?: number; complete?: boolean } = {},
): PlacedTrack {
  const count = given.fragments ?? 10
  const rendition: StreamRendition = {
    mime: 'audio/mp4; codecs="flac"',
    url: '/stream/t/x.mp4',
    init: [0, 600],
    primingSamples: given.priming ?? 1105,
    fragments: Array.from({ length: count }, (_, i) => [600 + i * 1000, 1000, i * RATE] as const),
  }
  const index = { trackId: 't', sampleRate: RATE, trueSamples: count * RATE - 2_000, faces: [rendition] }
  return {
    index: { ...index, complete: given.complete ?? true, gain },
    ...{ rendition, quality: 'original', start: given.start ?? 0 },
  }
}

it('trims exactly to the audio: the append window cuts off the priming', () => {
  const { windowStart, windowEnd, offset } = appendWindow(placed({ start: 100 }))
  expect(windowStart).toBeCloseTo(100, 5)
  expect(windowEnd).toBeCloseTo(100 + (10 * RATE - 2_000) / RATE, 5)
  expect(offset).toBeCloseTo(100 - 1105 / RATE, 9)
})

it('places tracks end to end without gap or overlap', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 50 }), lengths => {
      let start = 0
      for (const fragments of lengths) {
        const track = placed({ start, fragments })
        const { windowStart, windowEnd } = appendWindow(track)
        // Browsers that round times drop no frame at either end, and none that rounds to samples keeps one more.
        for (const margin of [start - windowStart, windowEnd - endTime(track)]) {
          expect(margin).toBeLessThan(1 / 48_000 / 4)
          if (start > 0) expect(margin).toBeGreaterThan(1e-6)
        }
        start = endTime(track)
      }
      const samples = lengths.reduce((sum, fragments) => sum + fragments * RATE - 2_000, 0)
      expect(start * RATE).toBeCloseTo(samples, 3)
    }),
  )
})

it('starts at a fragment shortly before the target', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 9.9, noNaN: true }), seconds => {
      const track = placed({ start: 50 })
      const fragment = fragmentAt(track, seconds)
      const begins = fragmentStart(track, fragment) - track.start
      expect(begins).toBeLessThanOrEqual(Math.max(0, seconds - 0.09))
      expect(begins).toBeGreaterThan(seconds - 1.2)
    }),
  )
})

it('knows the end of a track only when all its fragments are known', () => {
  const whole = placed({ start: 5 })
  expect(fragmentStart(whole, 10)).toBe(endTime(whole))
  expect(fragmentStart(placed({ complete: false }), 10)).toBe(Number.NEGATIVE_INFINITY)
})

it('chooses the first supported format, or none', () => {
  const index: StreamIndex = {
    ...placed().index,
    faces: ['audio/mpeg', 'audio/mp4; codecs="mp3"'].map(mime => ({ ...placed().rendition, mime })),
  }
  expect(supportedRendition(index, mime => mime.includes('mp4'))?.mime).toBe('audio/mp4; codecs="mp3"')
  expect(supportedRendition(index, () => true)?.mime).toBe('audio/mpeg')
  expect(supportedRendition(index, () => false)).toBeUndefined()
})
