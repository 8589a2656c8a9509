import { expect, it } from 'vitest'
import { foldName } from './fold-name.ts'

it.each([
  ['letter case', 'HIP Hop'],
  ['spaces around and between', ' Hip \t Hop  '],
  ['wide letters', 'Ｈｉｐ　Ｈｏｐ'],
])('takes names that differ in nothing but %s for one', (_, name) => {
  expect(foldName(name)).toBe('hip hop')
})

it('takes both ways to write an accent for one', () => {
  expect(foldName('Cafe\u0301')).toBe(foldName('Caf\u00e9'))
})
