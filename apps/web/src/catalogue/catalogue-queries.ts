import {
  type Album,
  type Artist,
  fetchAlbum,
  fetchAlbumTracks,
  fetchArtist,
  fetchArtistAlbums,
  fetchArtistTracks,
  fetchMoreAlbums,
  fetchMoreArtists,
  fetchPopularAlbums,
  fetchPopularArtists,
} from '@refrain/contract/catalogue'
import { FIRST_PAGE, PAGE_SIZE } from '@refrain/contract/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'

export const popularArtistsQuery = queryOptions({
  queryKey: ['artists', 'popular'],
  queryFn: async ({ signal }) => rememberArtists(await call(fetchPopularArtists, {}, signal)),
})

export const popularAlbumsQuery = queryOptions({
  queryKey: ['albums', 'popular'],
  queryFn: async ({ signal }) => rememberAlbums(await call(fetchPopularAlbums, {}, signal)),
})

export const artistQuery = (id: string) =>
  queryOptions({
    queryKey: ['artist', id],
    queryFn: async ({ signal }) => (await call(fetchArtist, { artistid: id }, signal)).artist,
  })

export const artistTracksQuery = (id: string) =>
  queryOptions({
    queryKey: ['artist', id, 'tracks'],
    queryFn: ({ signal }) => call(fetchArtistTracks, { artistId: id }, signal),
  })

export const artistAlbumsQuery = (id: string) =>
  queryOptions({
    queryKey: ['artist', id, 'albums'],
    queryFn: async ({ signal }) => rememberAlbums(await call(fetchArtistAlbums, { artistId: id }, signal)),
  })

export const albumQuery = (id: string) =>
  queryOptions({
    queryKey: ['album', id],
    queryFn: ({ signal }) => call(fetchAlbum, { id }, signal),
  })

export const albumTracksQuery = (id: string) =>
  queryOptions({
    queryKey: ['album', id, 'tracks'],
    queryFn: ({ signal }) => call(fetchAlbumTracks, { albumId: id }, signal),
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

/** The page after `lastPage`; none once as many are loaded as there are (LIST-04). */
export function pageAfter(lastPage: number, rowsOnIt: number, totalResults: number): number | undefined {
  return rowsOnIt > 0 && lastPage * PAGE_SIZE < totalResults ? lastPage + 1 : undefined
}

export const artistListingQuery = infiniteQueryOptions({
  ...listing,
  queryKey: ['artists', 'listing'],
  queryFn: async ({ pageParam, signal }) => {
    const { artists, totalResults } = await call(fetchMoreArtists, { page: pageParam }, signal)
    return { rows: rememberArtists(artists), totalResults }
  },
  getNextPageParam: (last, _, page) => pageAfter(page, last.rows.length, last.totalResults),
})

export const albumListingQuery = infiniteQueryOptions({
  ...listing,
  queryKey: ['albums', 'listing'],
  queryFn: async ({ pageParam, signal }) => {
    const { albums, totalResults } = await call(fetchMoreAlbums, { page: pageParam }, signal)
    return { rows: rememberAlbums(albums), totalResults }
  },
  getNextPageParam: (last, _, page) => pageAfter(page, last.rows.length, last.totalResults),
})

/** Lists hold whole records: a page reached from a card shows its heading in the next frame. */
function rememberArtists(artists: Artist[]): Artist[] {
  for (const artist of artists) queryClient.setQueryData(artistQuery(artist._id).queryKey, artist)
  return artists
}

function rememberAlbums(albums: Album[]): Album[] {
  for (const album of albums) queryClient.setQueryData(albumQuery(album._id).queryKey, album)
  return albums
}
