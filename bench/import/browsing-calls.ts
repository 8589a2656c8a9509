import { createUser } from '@refrain/contract/account/sign-in'
import {
  fetchAlbum,
  fetchArtistAlbums,
  fetchMoreAlbums,
  fetchPopularAlbums,
} from '@refrain/contract/catalogue/albums'
import { fetchArtist, fetchMoreArtists, fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import { fetchAllAlbums } from '@refrain/contract/compat/catalogue'
import { addFollowingArtist } from '@refrain/contract/library/follows'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { countTrackPlay } from '@refrain/contract/listening/plays'
import { requestFor } from '@refrain/contract/request'
import { callService } from '@refrain/server/durability/testing/call-service'
import type { Call } from '../load/calls-job.ts'

/** Beginnings of the invented titles, and one that finds nothing. */
const QUERIES = ['har', 'lantern', 'qu', 'copper', 'winter of', 'tid', 'meridian no', 'zzz']

/** What a member and others ask for who browse the albums that are there now. */
export async function listBrowsing(address: string): Promise<{ reads: Call[]; writes: Call[] }> {
  const { token } = await callService(address, createUser, {
    name: 'Ada',
    email: 'ada@example.org',
    password: 'analytical engine',
  })
  const albums = await callService(address, fetchAllAlbums, {})
  const reads = albums.flatMap(({ id, artistId }, n): Call[] => [
    requestFor(fetchAlbum, { id }),
    requestFor(fetchAlbumTracks, { albumId: id }),
    requestFor(fetchArtist, { artistId }),
    requestFor(fetchArtistAlbums, { artistId }),
    requestFor(searchCatalogue, { query: QUERIES[n % QUERIES.length] ?? '' }),
    requestFor(n % 2 ? fetchPopularAlbums : fetchPopularArtists, {}),
    requestFor(n % 2 ? fetchMoreAlbums : fetchMoreArtists, { page: 1 + (n % 3) }),
  ])
  const writes = albums.flatMap(({ artistId, tracks }): Call[] =>
    [
      requestFor(addFollowingArtist, { artistId }),
      ...tracks.flatMap(trackId => [
        requestFor(appendLikedSongs, { trackId }),
        requestFor(countTrackPlay, { trackId }),
      ]),
    ].map(call => ({ ...call, token })),
  )
  return { reads, writes }
}
