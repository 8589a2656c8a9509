import { expect, it } from 'vitest'
import { distinct, placeOf, withLast } from './places.ts'
import { makeTrack, makeTracks } from './testing/make-tracks.ts'

it('finds the place of a track, or none', () => {
  const tracks = makeTracks('a', 'b')
  expect(placeOf(tracks, 'b')).toBe(1)
  expect(placeOf(tracks, 'z')).toBe(-1)
  expect(placeOf([], 'a')).toBe(-1)
})

it('knows the places of a list that grows, and of the one it grew from', () => {
  const before = makeTracks('a')
  const one = withLast(before, makeTrack('b'))
  const other = withLast(before, makeTrack('c'))
  expect([placeOf(one, 'a'), placeOf(one, 'b'), placeOf(one, 'c')]).toEqual([0, 1, -1])
  expect([placeOf(other, 'b'), placeOf(other, 'c')]).toEqual([-1, 1])
  expect([placeOf(before, 'a'), placeOf(before, 'b')]).toEqual([0, -1])
})

it('names each track once', () => {
  const tracks = makeTracks('a', 'b')
  expect(distinct(tracks)).toBe(tracks)
  expect(distinct(makeTracks('a', 'b', 'a')).map(({ id }) => id)).toEqual(['a', 'b'])
})
