import { expect, it } from 'vitest'
import { mixNumber } from './find-genre.ts'

const genres = ['Ambient', 'Hip-Hop', 'Ćumbia'].map(genre => ({
  _id: genre,
  genre,
  color: '#ffffff',
  bg_color: '#224466',
}))

it('numbers mixes by the place of their genre, from 1, in any letter case (READ-20, READ-21)', () => {
  expect(['Ambient', 'hip-hop', 'ĆUMBIA'].map(name => mixNumber(genres, name))).toEqual([1, 2, 3])
})

it('knows no mix of a genre that does not exist', () => {
  expect(mixNumber(genres, 'Polka')).toBe(0)
})
