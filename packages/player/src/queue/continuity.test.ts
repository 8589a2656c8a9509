import { expect, it } from 'vitest'
import { areContinuous } from './continuity.ts'

const place = (disc: number, number: number, albumId = 'al1') => ({ disc, number, albumId })

it.each([
  ['the next of the disc', place(1, 3), place(1, 4), true],
  ['the first of the disc that follows', place(1, 9), place(2, 1), true],
  ['the same again', place(1, 3), place(1, 3), false],
  ['the one before', place(1, 4), place(1, 3), false],
  ['a later one', place(1, 3), place(1, 5), false],
  ['a later one of the disc that follows', place(1, 9), place(2, 2), false],
  ['the first of a later disc', place(1, 9), place(3, 1), false],
  ['that of another album', place(1, 3), place(1, 4, 'al2'), false],
  ['where the places are not known', place(1, 0), place(1, 1), false],
])('%s', (_, before, after, expected) => {
  expect(areContinuous(before, after)).toBe(expected)
})
