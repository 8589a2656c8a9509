import { textLimits } from '@refrain/contract/limits'
import { expect, it } from 'vitest'
import { normalizeQuery } from './search-query.ts'

it.each([
  ['a tab', 'a\tb', 'a b'],
  ['line breaks', '\r\nlove\r\n  me\n', 'love me'],
  ['other control characters', 'a\0b\x7fc\x85d', 'a b c d'],
  ['nothing but control characters', '\t\0', ''],
  ['signs of every kind', '100% a_b &?#/\\ "x"', '100% a_b &?#/\\ "x"'],
])('normalises %s like the server (SRCH-04, SRCH-05)', (_, typed, query) => {
  expect(normalizeQuery(typed)).toBe(query)
})

it('drops combining marks beyond the limit on each letter (SRCH-05)', () => {
  const marks = (count: number) => '\u0336'.repeat(count)
  expect(normalizeQuery(`x${marks(30)}y`)).toBe(`x${marks(30)}y`)
  expect(normalizeQuery(`x${marks(90)}y${marks(31)}z`)).toBe(`x${marks(30)}y${marks(30)}z`)
})

it('counts combining marks after normalisation (SRCH-05)', () => {
  // Each of these is two marks after normalisation.
  expect(normalizeQuery(`x${'\u0344'.repeat(30)}`)).toHaveLength(31)
})

it('limits the length after normalisation (SRCH-04)', () => {
  expect(normalizeQuery('x'.repeat(textLimits.searchQuery.max + 20))).toBe(
    'x'.repeat(textLimits.searchQuery.max),
  )
  // Each of these letters is two after normalisation.
  expect(normalizeQuery('\u0958'.repeat(textLimits.searchQuery.max))).toHaveLength(textLimits.searchQuery.max)
})
