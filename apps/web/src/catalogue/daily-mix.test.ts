import { expect, it } from 'vitest'
import { makeGenre } from '../testing/records.ts'
import { mixNumber } from './daily-mix.ts'

const genres = [makeGenre('ge1', 'Ambient'), makeGenre('ge2', 'Hip-Hop'), makeGenre('ge3', 'Ćumbia')]

it('numbers mixes by the place of their genre, from 1, in any letter case (READ-20, READ-21)', () => {
  expect(['Ambient', 'hip-hop', 'ĆUMBIA'].map(name => mixNumber(genres, name))).toEqual([1, 2, 3])
})

it('knows no mix of a genre that does not exist', () => {
  expect(mixNumber(genres, 'Polka')).toBe(0)
})
