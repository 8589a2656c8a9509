import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstMissing, planEviction, planEvictionWhenFull, planPrefetch, planRequest } from './feed-plan.ts'
import type { PlacedTrack } from './timeline.ts'

const RATE = 44_100
const gain = { track: null, album: null, trackPeak: null, albumPeak: null }
const INIT = 600
const BYTES = 40_000

/** A track of one-second fragments at the start of the timeline. */
function track(seconds: number, start = 0): PlacedTrack {
  const rendition = {
    mime: 'audio/mp4; codecs="flac"',
    url: '/stream/t/x.mp4',
    init: [0, INIT] as const,
    primingSamples: 0,
    fragments: Array.from({ length: seconds }, (_, i) => [INIT + i * BYTES, BYTES, i * RATE] as const),
  }
  const index = {
    trackId: 't',
    sampleRate: RATE,
    trueSamples: seconds * RATE,
    faces: [rendition],
    complete: true,
    gain,
  }
  return { index, rendition, quality: 'original', start }
}

it('requests the initialisation segment and 30 seconds first', () => {
  expect(planRequest(track(300), 0, 0)).toEqual({ from: 0, to: INIT + 30 * BYTES - 1, next: 30 })
})

it('requests nothing while 20 seconds are left, then 10 more', () => {
  expect(planRequest(track(300), 30, 10)).toBeNull()
  expect(planRequest(track(300), 30, 10.5)).toEqual({
    from: INIT + 30 * BYTES,
    to: INIT + 41 * BYTES - 1,
    next: 41,
  })
})

it('requests the next track when the current one has less than 20 seconds left', () => {
  expect(planRequest(track(100, 60), 0, 39)).toBeNull()
  expect(planRequest(track(100, 60), 0, 41)).toMatchObject({ from: 0, next: 11 })
})

it('requests each fragment once, in order, to the end', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.double({ min: 0.1, max: 30, noNaN: true }),
      (seconds, pace) => {
        const placed = track(seconds)
        let next = 0
        let byte = 0
        for (let now = 0; now < seconds + 40; now += pace) {
          for (
            let request = planRequest(placed, next, now);
            request;
            request = planRequest(placed, next, now)
          ) {
            expect(request.from).toBe(byte)
            expect(request.next).toBeGreaterThan(next)
            byte = request.to + 1
            next = request.next
          }
        }
        expect(next).toBe(seconds)
        expect(byte).toBe(INIT + seconds * BYTES)
      },
    ),
  )
})

it('prefetches at most 256 KiB, and at least the first fragment', () => {
  const request = planPrefetch(track(100))
  expect(request?.from).toBe(0)
  expect(request?.next).toBe(6)
  const heavy = track(3)
  const fragments = heavy.rendition.fragments.map(
    ([, , sample], i) => [INIT + i * 900_000, 900_000, sample] as const,
  )
  expect(planPrefetch({ ...heavy, rendition: { ...heavy.rendition, fragments } })).toMatchObject({ next: 1 })
  expect(planPrefetch(track(0))).toBeNull()
})

it('keeps 15 seconds behind and evicts larger pieces only', () => {
  expect(planEviction(0, 24)).toBeNull()
  expect(planEviction(0, 25)).toBe(10)
  expect(planEvictionWhenFull(0, 25)).toBe(23)
  expect(planEvictionWhenFull(24, 25)).toBeNull()
})

it('continues with the first incomplete fragment after a broken transfer', () => {
  const placed = track(10)
  const request = { from: 0, to: INIT + 10 * BYTES - 1, next: 10 }
  expect(firstMissing(placed, request, 0)).toBe(0)
  expect(firstMissing(placed, request, INIT + BYTES - 1)).toBe(0)
  expect(firstMissing(placed, request, INIT + BYTES)).toBe(1)
  expect(firstMissing(placed, request, INIT + 10 * BYTES)).toBe(10)
})
