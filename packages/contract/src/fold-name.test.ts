import { expect, it } from 'vitest'
import { foldName } from './fold-name.ts'

it.each([
  ['letter case', 'HIP Hop'],
  ['spaces around and between', ' Hip \t Hop  '],
  ['wide letters', 'Ｈｉｐ　Ｈｏｐ'],
])('ignores %s (READ-21)', (_, name) => {
  expect(foldName(name)).toBe('hip hop')
})

it('treats composed and decomposed accents as equal (READ-21)', () => {
  expect(foldName('Cafe\u0301')).toBe(foldName('Caf\u00e9'))
})
