import {
  type Album,
  fetchAlbum,
  fetchArtistAlbums,
  fetchMoreAlbums,
  fetchPopularAlbums,
} from '@refrain/contract/catalogue/albums'
import {
  type Artist,
  fetchArtist,
  fetchMoreArtists,
  fetchPopularArtists,
} from '@refrain/contract/catalogue/artists'
import { fetchAlbumTracks, fetchArtistTracks } from '@refrain/contract/catalogue/tracks'
import { countLimits, FIRST_PAGE } from '@refrain/contract/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { checkId } from './check-id.ts'

export const popularArtistsQuery = queryOptions({
  queryKey: ['artists', 'popular'],
  queryFn: ({ signal }) => call(fetchPopularArtists, {}, signal),
})

export const popularAlbumsQuery = queryOptions({
  queryKey: ['albums', 'popular'],
  queryFn: ({ signal }) => call(fetchPopularAlbums, {}, signal),
})

export const artistQuery = (id: string) =>
  queryOptions({
    queryKey: ['artist', id],
    queryFn: ({ signal }) => lookUpArtist(id, signal),
    placeholderData: () => findListed<Artist>('artists', id),
  })

/** A failure is told to the console (ERR-07), whatever the page makes of it. */
async function lookUpArtist(id: string, signal: AbortSignal): Promise<Artist> {
  try {
    return (await call(fetchArtist, { artistid: checkId(id) }, signal)).artist
  } catch (error) {
    if (!signal.aborted) console.error('Failed to fetch artist', error)
    throw error
  }
}

export const artistTracksQuery = (id: string) =>
  queryOptions({
    queryKey: ['artist', id, 'tracks'],
    queryFn: ({ signal }) => call(fetchArtistTracks, { artistId: checkId(id) }, signal),
  })

export const artistAlbumsQuery = (id: string) =>
  queryOptions({
    queryKey: ['albums', 'artist', id],
    queryFn: ({ signal }) => call(fetchArtistAlbums, { artistId: checkId(id) }, signal),
  })

export const albumQuery = (id: string) =>
  queryOptions({
    queryKey: ['album', id],
    queryFn: ({ signal }) => call(fetchAlbum, { id: checkId(id) }, signal),
    placeholderData: () => findListed<Album>('albums', id),
  })

export const albumTracksQuery = (id: string) =>
  queryOptions({
    queryKey: ['album', id, 'tracks'],
    queryFn: ({ signal }) => call(fetchAlbumTracks, { albumId: checkId(id) }, signal),
  })

/**
 * What both listings have in common (LIST-02 to LIST-06). A listing that is open is not fetched again: it
 * may be thousands of pages long, and its place must be the same after Back.
 */
const listing = {
  initialPageParam: FIRST_PAGE,
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
}

interface ListingPage<Row> {
  readonly rows: readonly Row[]
  readonly totalResults: number
}

/**
 * All rows that were fetched, put together once for each page that comes. A row that an import has moved on to the next
 * page in the meantime stays where it was.
 */
function listed<Row extends { readonly _id: string }>({
  pages,
}: {
  readonly pages: readonly ListingPage<Row>[]
}): {
  readonly rows: readonly Row[]
  readonly total: number
} {
  const rows = new Map<string, Row>()
  for (const page of pages) for (const row of page.rows) if (!rows.has(row._id)) rows.set(row._id, row)
  return { rows: [...rows.values()], total: pages.at(-1)?.totalResults ?? 0 }
}

/** The page after `lastPage`; none once as many are loaded as there are (LIST-04). */
export function pageAfter(lastPage: number, rowsOnIt: number, totalResults: number): number | undefined {
  return rowsOnIt > 0 && lastPage * countLimits.pageSize < totalResults ? lastPage + 1 : undefined
}

export const artistListingQuery = infiniteQueryOptions({
  ...listing,
  queryKey: ['artists', 'listing'],
  queryFn: async ({ pageParam, signal }) => {
    const { artists, totalResults } = await call(fetchMoreArtists, { page: pageParam }, signal)
    return { rows: artists, totalResults }
  },
  getNextPageParam: (last, _, page) => pageAfter(page, last.rows.length, last.totalResults),
  select: listed<Artist>,
})

export const albumListingQuery = infiniteQueryOptions({
  ...listing,
  queryKey: ['albums', 'listing'],
  queryFn: async ({ pageParam, signal }) => {
    const { albums, totalResults } = await call(fetchMoreAlbums, { page: pageParam }, signal)
    return { rows: albums, totalResults }
  },
  getNextPageParam: (last, _, page) => pageAfter(page, last.rows.length, last.totalResults),
  select: listed<Album>,
})

type Listed<Row> = readonly Row[] | { readonly pages: readonly { readonly rows: readonly Row[] }[] }

/**
 * A record that stands in a list that was fetched: lists hold whole records, so a page reached from a card
 * shows its heading in the next frame.
 */
function findListed<Row extends { readonly _id: string }>(
  kind: 'artists' | 'albums',
  id: string,
): Row | undefined {
  for (const [, found] of queryClient.getQueriesData<Record<typeof kind, Row[]>>({ queryKey: ['search'] })) {
    const row = found?.[kind].find(each => each._id === id)
    if (row) return row
  }
  for (const [, data] of queryClient.getQueriesData<Listed<Row>>({ queryKey: [kind] })) {
    if (!data) continue
    const lists = 'pages' in data ? data.pages.map(page => page.rows) : [data]
    for (const rows of lists) {
      const found = rows.find(row => row._id === id)
      if (found) return found
    }
  }
  return undefined
}
