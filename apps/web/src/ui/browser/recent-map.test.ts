import { expect, it } from 'vitest'
import { RecentMap } from './recent-map.ts'

it('holds the entries that were set last', () => {
  const map = new RecentMap<number>(2)
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
