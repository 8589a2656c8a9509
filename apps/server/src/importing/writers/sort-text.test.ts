import { DEFAULT_ARTICLES } from '@refrain/audio/tags/names/sort-articles'
import { expect, it } from 'vitest'
import { sortArtist } from './sort-text.ts'

const EVERY = ['The', 'Die', 'Les', 'El', "L'", 'Ὁ']

it.each([
  ['The Beatles', DEFAULT_ARTICLES, 'beatles'],
  ['THE BEATLES', DEFAULT_ARTICLES, 'beatles'],
  ['A Tribe Called Quest', DEFAULT_ARTICLES, 'tribe called quest'],
  ['The', DEFAULT_ARTICLES, 'the'],
  ['Theory', DEFAULT_ARTICLES, 'theory'],
  ['“The ‘Élans’', DEFAULT_ARTICLES, 'elans’'],
  ['Die Ärzte', DEFAULT_ARTICLES, 'die arzte'],
  ['Die Ärzte', EVERY, 'arzte'],
  ['Les Négresses Vertes', EVERY, 'negresses vertes'],
  ['El Último', EVERY, 'ultimo'],
  ["L'Arc~en~Ciel", EVERY, 'arc~en~ciel'],
  ['L’Âme', EVERY, 'ame'],
  ["L'", EVERY, "l'"],
  ['Ὁ Ἄνεμος', EVERY, 'ανεμος'],
  ['The Beatles', [], 'the beatles'],
] as const)('sorts %s without %j as %s', (name, articles, key) => {
  expect(sortArtist({ name }, articles)).toBe(key)
})

it('takes the sort name of tags as it is', () => {
  expect(sortArtist({ name: 'The Élans', sortName: 'Élans, The' }, DEFAULT_ARTICLES)).toBe('elans, the')
  expect(sortArtist({ name: 'El Perro', sortName: 'El Perro' }, EVERY)).toBe('el perro')
})
