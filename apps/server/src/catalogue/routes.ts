import * as contract from '@refrain/contract/catalogue'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/tables.ts'
import { bind } from '../http/bind.ts'
import { bindKeptList, bindList } from '../http/bind-list.ts'
import { NotFoundError } from '../http/errors/request-errors.ts'
import * as albums from './album-store.ts'
import * as artists from './artist-store.ts'
import * as counts from './count-store.ts'
import * as genres from './genre-store.ts'
import { readTrackDetails } from './track-details.ts'
import * as tracks from './track-store.ts'

export function registerCatalogue(app: FastifyInstance, db: Database): void {
  registerArtists(app, db)
  registerAlbums(app, db)
  registerTracks(app, db)
  bind(app, contract.fetchAllGenres, () => genres.readAllGenres(db))
  bind(app, contract.fetchGenre, async ({ id }) => found('genre', await genres.readGenre(db, id)))
}

function registerArtists(app: FastifyInstance, db: Database): void {
  bindKeptList(
    app,
    contract.fetchAllArtists,
    () => artists.readAllArtists(db),
    () => counts.readArtistCounts(db),
  )
  bind(app, contract.fetchMoreArtists, async ({ page }) => ({
    artists: await artists.readArtistsPage(db, page),
    totalResults: await artists.countArtists(db),
  }))
  bind(app, contract.fetchPopularArtists, () => artists.readPopularArtists(db))
  bind(app, contract.fetchArtist, async ({ artistid }) => ({
    artist: found('artist', await artists.readArtist(db, artistid)),
  }))
  bind(app, contract.fetchArtistAlbums, async ({ artistId }) => {
    const list = await albums.readAlbumsOfArtist(db, artistId)
    if (list.length === 0) found('artist', await artists.readArtist(db, artistId))
    return list
  })
  bind(app, contract.fetchArtistTracks, async ({ artistId }) => {
    const list = await tracks.readTracksOfArtist(db, artistId)
    if (list.length === 0) found('artist', await artists.readArtist(db, artistId))
    return list
  })
}

function registerAlbums(app: FastifyInstance, db: Database): void {
  bindKeptList(
    app,
    contract.fetchAllAlbums,
    () => albums.readAllAlbums(db),
    () => counts.readAlbumCounts(db),
  )
  bind(app, contract.fetchMoreAlbums, async ({ page }) => ({
    albums: await albums.readAlbumsPage(db, page),
    totalResults: await albums.countAlbums(db),
  }))
  bind(app, contract.fetchPopularAlbums, () => albums.readPopularAlbums(db))
  bind(app, contract.fetchAlbum, async ({ id }) => found('album', await albums.readAlbum(db, id)))

  async function tracksOf(albumId: string): Promise<contract.Track[]> {
    const list = await tracks.readTracksOfAlbum(db, albumId)
    if (list.length === 0) found('album', await albums.readAlbum(db, albumId))
    return list
  }
  bind(app, contract.fetchTracks, ({ albumid }) => tracksOf(albumid))
  bind(app, contract.fetchAlbumTracks, ({ albumId }) => tracksOf(albumId))
}

function registerTracks(app: FastifyInstance, db: Database): void {
  bindKeptList(
    app,
    contract.fetchAllTracks,
    () => tracks.readAllTracks(db),
    () => counts.readTrackCounts(db),
  )
  bind(app, contract.fetchTrack, async ({ id }) => found('track', await tracks.readTrack(db, id)))
  bind(app, contract.fetchTrackDetails, async ({ trackId }) =>
    found('track', await readTrackDetails(db, trackId)),
  )
  bindList(app, contract.fetchTracksByIds, ({ tracksArray }) => tracks.readTracksByIds(db, tracksArray))
  bindList(app, contract.fetchTracksOfAlbums, ({ albumArray }) => tracks.readTracksOfAlbums(db, albumArray))
  bind(app, contract.fetchGenreTracks, ({ genre }) => tracks.readTracksOfGenre(db, genre))
}

/** @throws NotFoundError where there is no such thing. */
function found<T>(noun: string, record: T | undefined): T {
  if (record === undefined) throw new NotFoundError(`There is no such ${noun}.`)
  return record
}
