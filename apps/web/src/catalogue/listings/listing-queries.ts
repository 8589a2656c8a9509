import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import {
  fetchAlbumListing,
  fetchArtistListing,
  fetchOwnAlbumListing,
  fetchOwnArtistListing,
  fetchOwnSongListing,
  fetchSongListing,
} from '@refrain/contract/catalogue/listings/operations'
import type { Track } from '@refrain/contract/catalogue/tracks'
import type { InputOf } from '@refrain/contract/operation'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { isOwn, type ListingChoice, writeChoice } from './listing-choice.ts'

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next?: string | undefined
  /** As listings of pages by number have it: beyond all rows while there are more. */
  readonly totalResults: number
}

const toPage = <Row>(rows: readonly Row[], next: string | undefined): Page<Row> => ({
  rows,
  next,
  totalResults: next === undefined ? 0 : Number.POSITIVE_INFINITY,
})

/** All pages together; a row that has moved meanwhile stays where it was first. */
const join = <Row extends { readonly id: string }>({ pages }: { readonly pages: readonly Page<Row>[] }) => {
  const rows = new Map<string, Row>()
  for (const page of pages) for (const row of page.rows) if (!rows.has(row.id)) rows.set(row.id, row)
  return [...rows.values()]
}

/** Stays as it is while it is shown: the scroll position must be the same after Back. */
const shared = (choice: ListingChoice) => ({
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Page<unknown>) => next,
  // Likes, ratings and plays change in many places: what depends on them is fetched again when it is shown again.
  staleTime: isOwn(choice) ? 0 : Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

const keyOf = (kind: 'songs' | 'albums' | 'artists', token: string | null, choice: ListingChoice) => {
  const parts = ['listing', kind, String(writeChoice(choice))]
  // Of a kind that hardly ever changes: a listing stays as it is while it is in sight.
  return isOwn(choice) ? ownKey(token, 'user', ...parts) : [kind, ...parts]
}

export const songListingQuery = (token: string | null, choice: ListingChoice) =>
  infiniteQueryOptions({
    ...shared(choice),
    queryKey: keyOf('songs', token, choice),
    queryFn: async ({ pageParam: after, signal }): Promise<Page<Track>> => {
      const input = { ...choice, ...(after !== undefined && { after }) }
      const { songs, next } = isOwn(choice)
        ? await call(fetchOwnSongListing, input as InputOf<typeof fetchOwnSongListing>, signal)
        : await call(fetchSongListing, input as InputOf<typeof fetchSongListing>, signal)
      return toPage(songs, next)
    },
    select: join<Track>,
  })

export const sortedAlbumsQuery = (token: string | null, choice: ListingChoice) =>
  infiniteQueryOptions({
    ...shared(choice),
    queryKey: keyOf('albums', token, choice),
    queryFn: async ({ pageParam: after, signal }): Promise<Page<Album>> => {
      const input = { ...choice, ...(after !== undefined && { after }) }
      const { albums, next } = isOwn(choice)
        ? await call(fetchOwnAlbumListing, input as InputOf<typeof fetchOwnAlbumListing>, signal)
        : await call(fetchAlbumListing, input as InputOf<typeof fetchAlbumListing>, signal)
      return toPage(albums, next)
    },
    select: join<Album>,
  })

export const sortedArtistsQuery = (token: string | null, choice: ListingChoice) =>
  infiniteQueryOptions({
    ...shared(choice),
    queryKey: keyOf('artists', token, choice),
    queryFn: async ({ pageParam: after, signal }): Promise<Page<Artist>> => {
      const input = { ...choice, ...(after !== undefined && { after }) }
      const { artists, next } = isOwn(choice)
        ? await call(fetchOwnArtistListing, input as InputOf<typeof fetchOwnArtistListing>, signal)
        : await call(fetchArtistListing, input as InputOf<typeof fetchArtistListing>, signal)
      return toPage(artists, next)
    },
    select: join<Artist>,
  })
