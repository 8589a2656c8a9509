import {
  fetchAlbum,
  fetchArtistAlbums,
  fetchArtistAppearances,
  fetchMoreAlbums,
  fetchPopularAlbums,
} from '@refrain/contract/catalogue/albums'
import { fetchArtist, fetchMoreArtists, fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchAllGenres, fetchGenre } from '@refrain/contract/catalogue/genres'
import { fetchSimilarTracks, similarLimits } from '@refrain/contract/catalogue/similar-tracks'
import {
  fetchAlbumTracks,
  fetchArtistTracks,
  fetchGenreTracks,
  fetchMoreArtistTracks,
  fetchMoreGenreTracks,
  fetchTrack,
  fetchTracksByIds,
  type Track,
} from '@refrain/contract/catalogue/tracks'
import {
  fetchAllAlbums,
  fetchAllArtists,
  fetchAllTracks,
  fetchTrackDetails,
  fetchTracks,
  fetchTracksOfAlbums,
} from '@refrain/contract/compat/catalogue'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { CHUNK_SIZE } from '../database/in-chunks.ts'
import type { Database } from '../database/tables.ts'
import { bind } from '../http/bind.ts'
import { bindCachedList, bindStreamedList } from '../http/bind-list.ts'
import { NotFoundError, RequestError } from '../http/errors/request-errors.ts'
import * as albums from './album-store.ts'
import * as artists from './artist-store.ts'
import * as counts from './count-version-store.ts'
import { readArtistOrPerson } from './credits/credit-store.ts'
import { registerCredits } from './credits/routes.ts'
import * as genres from './genre-store.ts'
import { readAppearances } from './listings/listed-artist-store.ts'
import { readArtistsOfTracks } from './listings/similar-store.ts'
import { readSimilarTracks } from './listings/similar-tracks.ts'
import type { TrackCursor } from './ordered-track-store.ts'
import * as ordered from './ordered-track-store.ts'
import { registerSortedListings } from './sorted/routes.ts'
import { readTrackDetails } from './track-details.ts'
import * as tracks from './track-store.ts'

/** PostgreSQL refuses greater counts than it can store, and texts with U+0000. */
const cursorText = z.string().check(z.refine(value => !value.includes('\u0000')))
const trackCursor = z.tuple([z.int32(), cursorText, cursorText])

export function registerCatalogue(app: FastifyInstance, db: Database): void {
  registerArtists(app, db)
  registerAlbums(app, db)
  registerTracks(app, db)
  registerCredits(app, db)
  registerSortedListings(app, db)
  bind(app, fetchAllGenres, () => genres.readAllGenres(db))
  bind(app, fetchGenre, async ({ id }) => requireFound('genre', await genres.readGenre(db, id)))
}

function registerArtists(app: FastifyInstance, db: Database): void {
  bindCachedList(
    app,
    fetchAllArtists,
    () => artists.readAllArtists(db),
    () => counts.readArtistCountVersion(db),
  )
  bind(app, fetchMoreArtists, ({ page }) => artists.readArtistsPage(db, page), app.responseCache)
  bind(app, fetchPopularArtists, () => artists.readPopularArtists(db))
  bind(
    app,
    fetchArtist,
    async ({ artistId }) => ({
      artist: requireFound('artist', await readArtistOrPerson(db, artistId)),
    }),
    app.responseCache,
  )
  bind(
    app,
    fetchArtistAlbums,
    async ({ artistId }) => {
      const list = await albums.readAlbumsOfArtist(db, artistId)
      if (list.length === 0) requireFound('artist', await readArtistOrPerson(db, artistId))
      return list
    },
    app.responseCache,
  )
  bind(
    app,
    fetchArtistAppearances,
    async ({ artistId }) => {
      const ids = await readAppearances(db, artistId, CHUNK_SIZE)
      if (ids.length === 0) requireFound('artist', await readArtistOrPerson(db, artistId))
      return albums.readAlbumsByIds(db, ids)
    },
    app.responseCache,
  )
  bindStreamedList(app, fetchArtistTracks, async function* ({ artistId }) {
    let isEmpty = true
    for await (const slice of ordered.readTracksOfArtist(db, artistId)) {
      isEmpty = false
      yield slice
    }
    if (isEmpty) requireFound('artist', await readArtistOrPerson(db, artistId))
  })
  bind(
    app,
    fetchMoreArtistTracks,
    async ({ artistId, after }) => {
      const page = await ordered.readTrackPage(db, 'artist', artistId, decodeCursor(after))
      if (page.tracks.length === 0) requireFound('artist', await readArtistOrPerson(db, artistId))
      return toTrackPage(page)
    },
    app.responseCache,
  )
}

function registerAlbums(app: FastifyInstance, db: Database): void {
  bindCachedList(
    app,
    fetchAllAlbums,
    () => albums.readAllAlbums(db),
    () => counts.readAlbumCountVersion(db),
  )
  bind(app, fetchMoreAlbums, ({ page }) => albums.readAlbumsPage(db, page), app.responseCache)
  bind(app, fetchPopularAlbums, () => albums.readPopularAlbums(db))
  bind(app, fetchAlbum, async ({ id }) => requireFound('album', await albums.readAlbum(db, id)))

  async function tracksOf(albumId: string): Promise<Track[]> {
    const list = await tracks.readTracksOfAlbum(db, albumId)
    if (list.length === 0) requireFound('album', await albums.readAlbum(db, albumId))
    return list
  }
  bind(app, fetchTracks, ({ albumId }) => tracksOf(albumId))
  bind(app, fetchAlbumTracks, ({ albumId }) => tracksOf(albumId), app.responseCache)
}

function registerTracks(app: FastifyInstance, db: Database): void {
  bindCachedList(
    app,
    fetchAllTracks,
    () => tracks.readAllTracks(db),
    () => counts.readTrackCountVersion(db),
  )
  bind(
    app,
    fetchTrack,
    async ({ id }) => requireFound('track', await tracks.readTrack(db, id)),
    app.responseCache,
  )
  bind(app, fetchTrackDetails, async ({ trackId }) =>
    requireFound('track', await readTrackDetails(db, trackId)),
  )
  bindStreamedList(app, fetchTracksByIds, input => tracks.readTracksByIds(db, input.tracks))
  bindStreamedList(app, fetchSimilarTracks, async function* ({ tracks: seedIds, except: exceptIds }) {
    const artistIds = await readArtistsOfTracks(db, seedIds)
    const most = similarLimits.found
    yield* tracks.readTracksByIds(db, await readSimilarTracks(db, { artistIds, seedIds, exceptIds, most }))
  })
  bindStreamedList(app, fetchTracksOfAlbums, ({ albums }) => tracks.readTracksOfAlbums(db, albums))
  bindStreamedList(app, fetchGenreTracks, ({ genre }) => ordered.readTracksOfGenre(db, genre))
  bind(
    app,
    fetchMoreGenreTracks,
    async ({ genreId, after }) => {
      const page = await ordered.readTrackPage(db, 'genre', genreId, decodeCursor(after))
      if (page.tracks.length === 0) requireFound('genre', await genres.readGenre(db, genreId))
      return toTrackPage(page)
    },
    app.responseCache,
  )
}

/** The cursor as clients see it. */
const toTrackPage = ({ tracks, next }: ordered.TrackPage) => ({
  tracks,
  ...(next && { next: encodeCursor(next) }),
})

/** @throws NotFoundError if the record is undefined */
function requireFound<T>(noun: string, record: T | undefined): T {
  if (record === undefined) throw new NotFoundError(`There is no such ${noun}.`)
  return record
}

/** As a text that clients send back without reading it. */
export function encodeCursor(position: TrackCursor): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** @throws RequestError if the text is none of ours */
function decodeCursor(text: string | undefined): TrackCursor | undefined {
  if (text === undefined) return undefined
  try {
    return z.parse(trackCursor, JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new RequestError(400, 'The position "after" is not one that this service has given.')
  }
}
