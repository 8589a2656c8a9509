import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeIds, makeTracks } from '../testing/make-tracks.ts'
import { shuffle, sortByIds } from './shuffle.ts'

/** Returns the given numbers in turn. */
const answering = (...numbers: number[]) => {
  let calls = 0
  return () => numbers[calls++ % numbers.length] ?? 0
}

it('returns every track once and does not mutate the list (ENG-19)', () => {
  const random = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1 })
  fc.assert(
    fc.property(fc.array(fc.integer()), random, (list, numbers) => {
      const before = [...list]
      expect(shuffle(list, answering(...numbers)).toSorted()).toEqual(before.toSorted())
      expect(list).toEqual(before)
    }),
  )
})

it('reaches every order equally often (ENG-19)', () => {
  const orders = new Map<string, number>()
  for (let first = 0; first < 3; first++)
    for (let second = 0; second < 2; second++) {
      const order = shuffle(['a', 'b', 'c'], answering(first / 3, second / 2)).join('')
      orders.set(order, (orders.get(order) ?? 0) + 1)
    }
  expect([...orders.keys()].toSorted()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
  expect(new Set(orders.values())).toEqual(new Set([1]))
})

it('sorts tracks by a complete saved order, else returns null (ENG-20, PROP-42)', () => {
  const tracks = makeTracks('a', 'b', 'c')
  const arranged = (...ids: string[]) => sortByIds(tracks, ids)?.map(({ id }) => id)
  expect(arranged('c', 'a', 'b')).toEqual(['c', 'a', 'b'])
  expect(arranged('c', 'gone', 'a', 'c', 'b')).toEqual(['c', 'a', 'b'])
  expect(arranged('c', 'a')).toBeUndefined()
  expect(arranged()).toBeUndefined()
})

it('reads each of 10,000 tracks a few times at most', () => {
  let calls = 0
  const random = () => ((calls++ * 7) % 11) / 11
  expect(shuffle(makeIds(10_000), random)).toHaveLength(10_000)
  expect(calls).toBe(9_999)
})
