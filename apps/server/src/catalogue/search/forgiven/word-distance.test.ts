import { expect, it } from 'vitest'
import { wordDistance } from './word-distance.ts'

it.each([
  ['heroes', 'heroes', 0],
  ['heros', 'heroes', 1],
  ['heroess', 'heroes', 1],
  ['heroas', 'heroes', 1],
  ['herose', 'heroes', 1],
  ['hreose', 'heroes', 2],
  ['ehrose', 'heroes', 2],
  ['zero', 'heroes', undefined],
  ['heroes', 'her', undefined],
])('%s is away from %s by %s', (word, other, distance) => {
  expect(wordDistance(word, other, { most: 2 })).toBe(distance)
  expect(wordDistance(other, word, { most: 2 })).toBe(distance)
})

it.each([
  ['hero', 0],
  ['herp', 1],
  ['heor', 1],
  ['homogenc', undefined],
])('the unfinished %s is away from heroes by %s', (word, distance) => {
  expect(wordDistance(word, 'heroes', { most: 1, isUnfinished: true })).toBe(distance)
})

it('finds nothing farther away than is allowed', () => {
  expect(wordDistance('heros', 'heroes', { most: 0 })).toBeUndefined()
  expect(wordDistance('hreose', 'heroes', { most: 1 })).toBeUndefined()
})
