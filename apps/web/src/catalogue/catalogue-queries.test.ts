import { describe, expect, it } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { makeAlbum, makeArtist } from '../testing/records.ts'
import {
  albumListingQuery,
  albumQuery,
  artistListingQuery,
  artistQuery,
  pageAfter,
} from './catalogue-queries.ts'
import { searchQuery } from './search/search-query.ts'

describe('pageAfter', () => {
  it('returns the next page while there are more rows (LIST-02, PROP-15)', () => {
    expect(pageAfter(1, 20, 41)).toBe(2)
    expect(pageAfter(2, 20, 41)).toBe(3)
  })

  it('stops once all rows are loaded (LIST-04, LIST-05)', () => {
    expect(pageAfter(3, 1, 41)).toBeUndefined()
    expect(pageAfter(1, 20, 20)).toBeUndefined()
    expect(pageAfter(1, 0, 0)).toBeUndefined()
  })

  it('stops at an empty page, whatever the total says', () => {
    expect(pageAfter(2, 0, 100)).toBeUndefined()
  })
})

it('starts both listings at page 1 (LIST-06, CON-07)', () => {
  expect(albumListingQuery.initialPageParam).toBe(1)
  expect(artistListingQuery.initialPageParam).toBe(1)
})

it('shows a record from search results while its page loads', () => {
  const [artist, album] = [makeArtist('ar1'), makeAlbum('al1', 1)]
  queryClient.setQueryData(searchQuery('a').queryKey, { tracks: [], artists: [artist], albums: [album] })
  const known = (query: { placeholderData?: unknown }) => (query.placeholderData as () => unknown)()
  expect(known(artistQuery('ar1'))).toEqual(artist)
  expect(known(albumQuery('al1'))).toEqual(album)
  expect(known(albumQuery('al2'))).toBeUndefined()
  queryClient.clear()
})

it('lists a row once if an import has moved it to the next page', () => {
  const page = (...ids: readonly string[]) => ({ rows: ids.map(id => makeAlbum(id, 1)), totalResults: 3 })
  const listed = albumListingQuery.select?.({
    pages: [page('m', 'n'), page('n', 'o')],
    pageParams: [1, 2],
  })
  expect(listed?.rows.map(row => row.id)).toEqual(['m', 'n', 'o'])
  expect(listed?.total).toBe(3)
})
