import { expect, it } from 'vitest'
import { makeTrack, makeTracks } from '../testing/make-tracks.ts'
import { indexOfId, uniqueById, withAppended } from './id-index.ts'

it('finds the index of a track, or -1', () => {
  const tracks = makeTracks('a', 'b')
  expect(indexOfId(tracks, 'b')).toBe(1)
  expect(indexOfId(tracks, 'z')).toBe(-1)
  expect(indexOfId([], 'a')).toBe(-1)
})

it('finds indexes in a list that grows and in the original', () => {
  const before = makeTracks('a')
  const one = withAppended(before, makeTrack('b'))
  const other = withAppended(before, makeTrack('c'))
  expect([indexOfId(one, 'a'), indexOfId(one, 'b'), indexOfId(one, 'c')]).toEqual([0, 1, -1])
  expect([indexOfId(other, 'b'), indexOfId(other, 'c')]).toEqual([-1, 1])
  expect([indexOfId(before, 'a'), indexOfId(before, 'b')]).toEqual([0, -1])
})

it('lists each track once', () => {
  const tracks = makeTracks('a', 'b')
  expect(uniqueById(tracks)).toBe(tracks)
  expect(uniqueById(makeTracks('a', 'b', 'a')).map(({ id }) => id)).toEqual(['a', 'b'])
})
