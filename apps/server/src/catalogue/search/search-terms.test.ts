import { expect, it } from 'vitest'
import { prefixUpperBound } from './search-terms.ts'

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const GREATEST = '\u{10ffff}'

it.each(['a', 'é', '\ud7ff', '😀', `a${GREATEST}`, GREATEST, GREATEST.repeat(3)])(
  'bounds the texts that begin with %j',
  prefix => {
    const bound = prefixUpperBound(prefix)
    expect(byCodePoint(prefix + GREATEST.repeat(200), bound)).toBe(-1)
    expect(bound.isWellFormed()).toBe(true)
  },
)

it('is no greater than it must be', () => {
  expect(['ab', `ab${GREATEST}`, '\ud7ff'].map(prefixUpperBound)).toEqual(['ac', 'ac', '\ue000'])
})
