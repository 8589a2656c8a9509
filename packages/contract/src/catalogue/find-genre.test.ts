import { expect, it } from 'vitest'
import { dailyMixNumber } from './find-genre.ts'

const genres = ['Ambient', 'Hip-Hop', 'Ćumbia'].map(genre => ({
  _id: genre,
  genre,
  color: '#ffffff',
  bg_color: '#224466',
}))

it('numbers mixes by the place of their genre, from 1, in any letter case', () => {
  expect(['Ambient', 'hip-hop', 'ĆUMBIA'].map(name => dailyMixNumber(genres, name))).toEqual([1, 2, 3])
})

it('returns 0 for an unknown genre', () => {
  expect(dailyMixNumber(genres, 'Polka')).toBe(0)
})
