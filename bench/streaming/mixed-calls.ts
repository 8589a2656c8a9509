import {
  fetchAlbum,
  fetchArtistAlbums,
  fetchMoreAlbums,
  fetchPopularAlbums,
} from '@refrain/contract/catalogue/albums'
import { fetchArtist, fetchMoreArtists, fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { searchCatalogue } from '@refrain/contract/catalogue/search'
import {
  fetchAlbumTracks,
  fetchMoreArtistTracks,
  fetchMoreGenreTracks,
} from '@refrain/contract/catalogue/tracks'
import { addFollowingArtist, fetchFollowingArtists } from '@refrain/contract/library/follows'
import { appendLikedSongs, fetchLikedSongs } from '@refrain/contract/library/likes'
import { fetchInterestedAlbums } from '@refrain/contract/listening/interests'
import { countTrackPlay } from '@refrain/contract/listening/plays'
import { requestFor } from '@refrain/contract/request'
import {
  albumId,
  artistId,
  type CataloguePlan,
  GENRES,
  genreId,
  memberToken,
  SIGNED_IN,
  trackId,
} from '../data/catalogue-plan.ts'
import { pick } from '../data/mix.ts'
import type { Call } from '../load/calls-job.ts'
import { typedQueries } from '../scale/queries.ts'

const PURPOSE = { screen: 100, record: 101, member: 102, write: 103 }
/** Few records are opened often and most hardly ever. */
const POPULARITY = 3
const LISTING_PAGES = 40

const tokenAt = (n: number) => memberToken(1 + pick(SIGNED_IN - 1, n, PURPOSE.member))

/** What pages ask for while people browse: the calls of Home, albums, artists, listings, genres and searches. */
export function readCalls(plan: CataloguePlan, count: number): Call[] {
  const queries = typedQueries(1, 12)
  const record = (all: number, n: number) => pick(all, n, PURPOSE.record, POPULARITY)
  const album = (n: number): Call[] => {
    const id = albumId(record(plan.albums, n))
    return [requestFor(fetchAlbum, { id }), requestFor(fetchAlbumTracks, { albumId: id })]
  }
  const artist = (n: number): Call[] => {
    const id = artistId(record(plan.artists, n))
    return [
      requestFor(fetchArtist, { artistId: id }),
      requestFor(fetchMoreArtistTracks, { artistId: id }),
      requestFor(fetchArtistAlbums, { artistId: id }),
    ]
  }
  const search = (n: number): Call[] => [
    requestFor(searchCatalogue, { query: queries[n % queries.length] ?? '' }),
  ]
  const listing = (n: number): Call[] => [
    requestFor(n % 2 ? fetchMoreAlbums : fetchMoreArtists, { page: 1 + record(LISTING_PAGES, n) }),
  ]
  const genre = (n: number): Call[] => [
    requestFor(fetchMoreGenreTracks, { genreId: genreId(record(GENRES, n)) }),
  ]
  const home = (n: number): Call[] => {
    const token = tokenAt(n)
    return [
      requestFor(fetchPopularArtists, {}),
      requestFor(fetchPopularAlbums, {}),
      ...[fetchFollowingArtists, fetchInterestedAlbums, fetchLikedSongs].map(own => ({
        ...requestFor(own, {}),
        token,
      })),
    ]
  }
  const screens = [album, album, album, search, search, search, artist, artist, home, listing, genre]
  const calls: Call[] = []
  for (let n = 0; calls.length < count; n++) {
    calls.push(...(screens[pick(screens.length, n, PURPOSE.screen)]?.(n) ?? []))
  }
  return calls
}

/** Counted plays, likes and follows of signed-in members, each once. */
export function writeCalls(plan: CataloguePlan, count: number): Call[] {
  const kinds = [
    (n: number) => requestFor(countTrackPlay, { trackId: trackId(pick(plan.tracks, n, PURPOSE.write)) }),
    (n: number) => requestFor(appendLikedSongs, { trackId: trackId(pick(plan.tracks, n, PURPOSE.write)) }),
    (n: number) =>
      requestFor(addFollowingArtist, { artistId: artistId(pick(plan.artists, n, PURPOSE.write)) }),
  ]
  return Array.from({ length: count }, (_, n) => ({
    ...(kinds[n % kinds.length] as (n: number) => Call)(n),
    token: tokenAt(n),
  }))
}
