import {
  type Album,
  fetchAlbum,
  fetchArtistAlbums,
  fetchArtistAppearances,
  fetchMoreAlbums,
  fetchPopularAlbums,
} from '@refrain/contract/catalogue/albums'
import {
  type Artist,
  fetchArtist,
  fetchMoreArtists,
  fetchPopularArtists,
} from '@refrain/contract/catalogue/artists'
import {
  fetchAlbumTracks,
  fetchArtistTracks,
  fetchMoreArtistTracks,
} from '@refrain/contract/catalogue/tracks'
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
    queryFn: ({ signal }) => loadArtist(id, signal),
    placeholderData: () => findListed<Artist>('artists', id),
  })

/** Logs failures to the console. */
async function loadArtist(id: string, signal: AbortSignal): Promise<Artist> {
  try {
    return (await call(fetchArtist, { artistId: checkId(id) }, signal)).artist
  } catch (error) {
    if (!signal.aborted) console.error('Failed to fetch artist', error)
    throw error
  }
}

/** The first of an artist's tracks: what the page shows at once, however many there are. */
export const artistTopTracksQuery = (id: string) =>
  queryOptions({
    queryKey: ['artist', id, 'tracks', 'top'],
    queryFn: ({ signal }) => call(fetchMoreArtistTracks, { artistId: checkId(id) }, signal),
  })

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

export const artistAppearancesQuery = (id: string) =>
  queryOptions({
    queryKey: ['albums', 'with artist', id],
    queryFn: ({ signal }) => call(fetchArtistAppearances, { artistId: checkId(id) }, signal),
    // The rest of the page does not depend on it.
    throwOnError: false,
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
 * Options of both listings. A listing never becomes stale: it may be thousands of pages long, and its scroll position
 * must be the same after Back.
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

/** Joins the pages. A row that an import has moved to the next page meanwhile stays where it was first. */
function listed<Row extends { readonly id: string }>({
  pages,
}: {
  readonly pages: readonly ListingPage<Row>[]
}): {
  readonly rows: readonly Row[]
  readonly total: number
} {
  const rows = new Map<string, Row>()
  for (const page of pages) for (const row of page.rows) if (!rows.has(row.id)) rows.set(row.id, row)
  return { rows: [...rows.values()], total: pages.at(-1)?.totalResults ?? 0 }
}

/** The page after `lastPage`; undefined once all rows are loaded. */
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

/** Finds a record in the cached lists, which contain whole records: a page opened from a card shows it at once. */
function findListed<Row extends { readonly id: string }>(
  kind: 'artists' | 'albums',
  id: string,
): Row | undefined {
  for (const [, found] of queryClient.getQueriesData<Record<typeof kind, Row[]>>({ queryKey: ['search'] })) {
    const row = found?.[kind].find(each => each.id === id)
    if (row) return row
  }
  for (const [, data] of queryClient.getQueriesData<Listed<Row>>({ queryKey: [kind] })) {
    if (!data) continue
    const lists = 'pages' in data ? data.pages.map(page => page.rows) : [data]
    for (const rows of lists) {
      const found = rows.find(row => row.id === id)
      if (found) return found
    }
  }
  return undefined
}
