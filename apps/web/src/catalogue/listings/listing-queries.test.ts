import { expect, it } from 'vitest'
import { songListingQuery } from './listing-queries.ts'

it('fetches what depends on likes, ratings and plays again when it is shown again, and nothing else (PROP-74)', () => {
  const fresh = (choice: Parameters<typeof songListingQuery>[1]) =>
    songListingQuery('token', choice).staleTime
  expect(fresh({ sort: 'name', liked: true })).toBe(0)
  expect(fresh({ sort: 'lastPlayed' })).toBe(0)
  expect(fresh({ sort: 'name', lossless: true })).toBe(Number.POSITIVE_INFINITY)
})

it('is one of the catalogue without a choice of one’s own, and of the member otherwise', () => {
  expect(songListingQuery('token', { sort: 'plays' }).queryKey).not.toContain('token')
  expect(songListingQuery('token', { sort: 'lastPlayed' }).queryKey).toContain('token')
})
