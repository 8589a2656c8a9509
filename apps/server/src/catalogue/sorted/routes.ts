import { createHash } from 'node:crypto'
import { FALLING_SORTS, type ListingSort } from '@refrain/contract/catalogue/listings/choices'
import {
  fetchAlbumListing,
  fetchArtistListing,
  fetchOwnAlbumListing,
  fetchOwnArtistListing,
  fetchOwnSongListing,
  fetchSongListing,
} from '@refrain/contract/catalogue/listings/operations'
import type { Track } from '@refrain/contract/catalogue/tracks'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { sortText } from '../../importing/writers/sort-text.ts'
import { readAlbumsByIds } from '../album-store.ts'
import { readArtistsByIds } from '../artist-store.ts'
import { scopeOf } from '../scope/scope-store.ts'
import { readTracksByIds } from '../track-store.ts'
import { decodePlace, encodePlace } from './cursors.ts'
import type { OwnFilters } from './own-row-store.ts'
import type { Filters, ListedTable } from './row-source-store.ts'
import { readSortedIds } from './sorted-store.ts'

interface Given extends Filters, OwnFilters {
  readonly sort: ListingSort
  readonly reversed?: true | undefined
  readonly from?: string | undefined
  readonly seed?: number | undefined
  readonly after?: string | undefined
}

/** Listings in the order and with the filters that a listener chooses. */
export function registerSortedListings(app: FastifyInstance, db: Database): void {
  const songs = (given: Given, userId?: string) => readPage(db, 'tracks', given, userId, readSongs)
  const albums = (given: Given, userId?: string) => readPage(db, 'albums', given, userId, readAlbums)
  const artists = (given: Given, userId?: string) => readPage(db, 'artists', given, userId, readArtists)
  const readSongs = async (ids: readonly string[]) => {
    const list: Track[] = []
    for await (const slice of readTracksByIds(db, ids)) list.push(...slice)
    return { songs: list }
  }
  const readAlbums = async (ids: readonly string[]) => ({ albums: await readAlbumsByIds(db, ids) })
  const readArtists = async (ids: readonly string[]) => ({ artists: await readArtistsByIds(db, ids) })

  bind(app, fetchSongListing, given => songs(given), app.responseCache)
  bind(app, fetchAlbumListing, given => albums(given), app.responseCache)
  bind(app, fetchArtistListing, given => artists(given), app.responseCache)
  bind(app, fetchOwnSongListing, (given, { userId }) => songs(given, userId), app.responseCache)
  bind(app, fetchOwnAlbumListing, (given, { userId }) => albums(given, userId), app.responseCache)
  bind(app, fetchOwnArtistListing, (given, { userId }) => artists(given, userId), app.responseCache)
}

async function readPage<Rows extends object>(
  db: Database,
  table: ListedTable,
  given: Given,
  userId: string | undefined,
  read: (ids: readonly string[]) => Promise<Rows>,
): Promise<Rows & { next?: string }> {
  const { sort, reversed, from, seed = 0, after, ...filters } = given
  const isFalling = sort !== 'random' && FALLING_SORTS.has(sort) !== (reversed === true)
  const choice = {
    ...filters,
    sort,
    isFalling,
    ...(sort === 'name' && !isFalling && from !== undefined && { from: sortText(from) }),
    ...(sort === 'random' && { start: startOf(seed) }),
  }
  const { ids, next } = await readSortedIds(db, table, scopeOf(userId), choice, decodePlace(sort, after))
  return { ...(await read(ids)), ...(next && { next: encodePlace(next) }) }
}

/** Where among the ids, which are hashes, a random order begins. */
const startOf = (seed: number): string => createHash('sha256').update(String(seed)).digest('base64url')
