import { expect, it } from 'vitest'
import { dailyMixNumber } from './find-genre.ts'

const genres = ['Ambient', 'Hip-Hop', 'Ćumbia'].map(name => ({
  id: name,
  name,
  color: '#ffffff',
  backgroundColor: '#224466',
}))

it('numbers daily mixes by the position of their genre, from 1, ignoring letter case (READ-20, READ-21)', () => {
  expect(['Ambient', 'hip-hop', 'ĆUMBIA'].map(name => dailyMixNumber(genres, name))).toEqual([1, 2, 3])
})

it('returns 0 for an unknown genre', () => {
  expect(dailyMixNumber(genres, 'Polka')).toBe(0)
})
