import { describe, expect, it } from 'vitest'
import { withRecent } from './recent-tracks.ts'

describe('withRecent', () => {
  it('puts a track first (ENG-15)', () => {
    expect(withRecent([], 'a')).toEqual(['a'])
    expect(withRecent(['a'], 'b')).toEqual(['b', 'a'])
  })

  it('lists each track once (ENG-16)', () => {
    expect(withRecent(['c', 'b', 'a'], 'a')).toEqual(['a', 'c', 'b'])
    expect(withRecent(['a', 'b'], 'a')).toEqual(['a', 'b'])
  })

  it('holds four tracks and drops the oldest (ENG-17, CON-01)', () => {
    expect(withRecent(['d', 'c', 'b', 'a'], 'e')).toEqual(['e', 'd', 'c', 'b'])
  })
})
