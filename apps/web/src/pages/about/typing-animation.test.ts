import { describe, expect, it } from 'vitest'
import { typedAt } from './typing-animation.ts'

const PHRASES = ['abc', 'dé']
const text = (elapsed: number) => typedAt(elapsed, PHRASES).text

describe('the typing animation', () => {
  it('starts after 2500 ms and types a letter in 200 ms (ABC-03, ABC-05, CON-20)', () => {
    expect([0, 2499, 2500, 2699].map(text)).toEqual(['', '', '', ''])
    expect([2700, 2899, 2900, 3099, 3100].map(text)).toEqual(['a', 'a', 'ab', 'ab', 'abc'])
  })

  it('shows a phrase for 5000 ms, then erases a letter in 200 ms (ABC-04, ABC-06)', () => {
    expect([3100, 8100, 8299].map(text)).toEqual(['abc', 'abc', 'abc'])
    expect([8300, 8499, 8500, 8699, 8700].map(text)).toEqual(['ab', 'ab', 'a', 'a', ''])
  })

  it('continues with the next phrase, and after the last with the first', () => {
    expect([8899, 8900, 9100, 14_100].map(text)).toEqual(['', 'd', 'dé', 'dé'])
    expect([14_300, 14_500, 14_700].map(text)).toEqual(['d', '', 'a'])
  })

  it('blinks its cursor every 500 ms, whatever is typed (ABC-07)', () => {
    expect([0, 499, 500, 999, 1000, 2750].map(at => typedAt(at, PHRASES).cursor)).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
    ])
  })

  it('gives the exact time of the next change', () => {
    for (let at = 0; at < 30_000; ) {
      const now = typedAt(at, PHRASES)
      const same = ({ text, cursor }: typeof now) => [text, cursor]
      expect(now.until).toBeGreaterThan(at)
      expect(same(typedAt(now.until - 1, PHRASES))).toEqual(same(now))
      at = now.until
    }
  })
})
