import { expect, it } from 'vitest'
import { fullyPlayed, withPlayed } from './played-tracks.ts'

it('lists each played track once under its album (ENG-22, READ-04)', () => {
  const one = withPlayed({}, 'al1', 'a')
  const two = withPlayed(withPlayed(one, 'al2', 'x'), 'al1', 'b')
  expect(two).toEqual({ al1: ['a', 'b'], al2: ['x'] })
  expect(withPlayed(two, 'al1', 'a')).toBe(two)
  expect(one).toEqual({ al1: ['a'] })
})

it('does not confuse album ids with properties of objects', () => {
  expect(withPlayed({}, 'constructor', 'a')).toEqual({ constructor: ['a'] })
  expect(fullyPlayed({}, new Map([['constructor', 1]]))).toEqual([])
})

it('counts an album as played when the number of its played tracks equals its tracks (ENG-23)', () => {
  const played = { al1: ['a', 'b'], al2: ['x'], al3: [] }
  const counts = { al1: 2, al2: 2, al3: 0, al4: 1 }
  expect(fullyPlayed(played, new Map(Object.entries(counts)))).toEqual(['al1'])
})
