import { describe, expect, it } from 'vitest'
import { albumListingQuery, artistListingQuery, pageAfter } from './catalogue-queries.ts'

describe('pageAfter', () => {
  it('goes on while fewer are loaded than there are (LIST-02, PROP-15)', () => {
    expect(pageAfter(1, 20, 41)).toBe(2)
    expect(pageAfter(2, 20, 41)).toBe(3)
  })

  it('stops when as many are loaded as there are (LIST-04, LIST-05)', () => {
    expect(pageAfter(3, 1, 41)).toBeUndefined()
    expect(pageAfter(1, 20, 20)).toBeUndefined()
    expect(pageAfter(1, 0, 0)).toBeUndefined()
  })

  it('stops where a page is empty, whatever the total says', () => {
    expect(pageAfter(2, 0, 100)).toBeUndefined()
  })
})

it('starts both listings at page 1 (LIST-06, CON-07)', () => {
  expect(albumListingQuery.initialPageParam).toBe(1)
  expect(artistListingQuery.initialPageParam).toBe(1)
})
