import { expect, it } from 'vitest'
import {
  countFilters,
  isOwn,
  isUsual,
  type ListingKind,
  readChoice,
  withoutFilters,
  writeChoice,
} from './listing-choice.ts'

const read = (kind: ListingKind, query: string, isGuest = false) =>
  readChoice(kind, new URLSearchParams(query), isGuest)

it.each([
  ['albums', ''],
  ['albums', 'sort=plays&genre=ge1&decade=1990&format=flac'],
  ['songs', 'sort=added&reversed=1&lossless=1&rating=3&unplayed=1'],
  ['artists', 'sort=followers&liked=1'],
  ['albums', 'from=k'],
  ['songs', 'sort=random&seed=42'],
] as const)('keeps the choice of %s in the address: %s', (kind, query) => {
  expect(String(writeChoice(read(kind, query)))).toBe(query)
})

it.each([
  ['sort=nonsense', 'albums', false, ''],
  ['decade=1995&format=mp4&rating=9&genre=../x&from=12', 'albums', false, ''],
  ['genre=ge1&decade=1990&sort=length', 'artists', false, ''],
  ['liked=1&rating=2&unplayed=1&sort=lastPlayed', 'songs', true, ''],
  ['sort=plays&from=k&seed=3', 'songs', false, 'sort=plays'],
  ['reversed=1&from=k', 'albums', false, 'reversed=1'],
  ['format=mp3&lossless=1', 'songs', false, 'lossless=1'],
  ['utm_source=x&from=K', 'albums', false, 'from=k'],
] as const)('leaves out what makes no sense: %s of %s, guest: %s', (query, kind, isGuest, left) => {
  expect(String(writeChoice(read(kind, query, isGuest)))).toBe(left)
})

it('knows the usual listing, filters, and what only a member can ask', () => {
  const facts = (query: string) => {
    const choice = read('songs', query)
    return [isUsual(choice), isOwn(choice), countFilters(choice), String(writeChoice(withoutFilters(choice)))]
  }
  expect(facts('')).toEqual([true, false, 0, ''])
  expect(facts('from=k')).toEqual([false, false, 0, 'from=k'])
  expect(facts('sort=lastPlayed&genre=g')).toEqual([false, true, 1, 'sort=lastPlayed'])
  expect(facts('liked=1&unplayed=1&reversed=1')).toEqual([false, true, 2, 'reversed=1'])
})
