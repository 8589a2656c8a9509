import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'

/** For the partial indexes of MusicBrainz ids, whose condition a query must name. */
const NO_MBID = sql.lit('')

const selectTracks = (db: Database) =>
  db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .innerJoin('artists', 'artists.id', 'tracks.artist_id')
    .select([
      'tracks.id',
      'tracks.mbid',
      'tracks.search_title as title',
      'tracks.credit',
      'tracks.available',
      'artists.search_name as artist',
      'albums.search_title as album',
      'albums.mbid as album_mbid',
    ])

export type TrackCandidate = Awaited<ReturnType<typeof readTracksByMbids>>[number]

/** For some hundreds of ids, like all reads of this file. */
export function readTracksByAudioIds(db: Database, audioIds: readonly string[]) {
  return selectTracks(db)
    .innerJoin('files', 'files.track_id', 'tracks.id')
    .select('files.audio_id')
    .where('files.audio_id', 'in', audioIds)
    .execute()
}

export function readTracksByIds(db: Database, ids: readonly string[]) {
  return selectTracks(db).where('tracks.id', 'in', ids).execute()
}

export function readTracksByMbids(db: Database, mbids: readonly string[]) {
  return selectTracks(db).where('tracks.mbid', 'in', mbids).where('tracks.mbid', '<>', NO_MBID).execute()
}

/** The tracks of a title on albums of these titles, all folded for search. */
export function readTracksByTitle(db: Database, title: string, albums: readonly string[]) {
  return selectTracks(db)
    .where('tracks.search_title', '=', title)
    .where('albums.search_title', 'in', albums)
    .execute()
}

const selectAlbums = (db: Database) =>
  db
    .selectFrom('albums')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select(['albums.id', 'albums.mbid', 'albums.search_title as title', 'artists.search_name as artist'])

export function readAlbumsByMbids(db: Database, mbids: readonly string[]) {
  return selectAlbums(db).where('albums.mbid', 'in', mbids).where('albums.mbid', '<>', NO_MBID).execute()
}

/** @param titles folded for search */
export function readAlbumsByTitles(db: Database, titles: readonly string[], artists: readonly string[]) {
  return selectAlbums(db)
    .where('albums.search_title', 'in', titles)
    .where('artists.search_name', 'in', artists)
    .execute()
}

export function readArtistsByMbids(db: Database, mbids: readonly string[]) {
  return db
    .selectFrom('artists')
    .select(['id', 'mbid'])
    .where('mbid', 'in', mbids)
    .where('mbid', '<>', NO_MBID)
    .orderBy('id', 'desc')
    .execute()
}

/** @param names folded as the import folds them. Artists without a MusicBrainz id come last, as the import prefers them. */
export function readArtistsByNames(db: Database, names: readonly string[]) {
  return db
    .selectFrom('artists')
    .select(['id', 'folded_name'])
    .where('folded_name', 'in', names)
    .orderBy('mbid', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** @param names folded as the import folds them */
export function readGenresByNames(db: Database, names: readonly string[]) {
  return db.selectFrom('genres').select(['id', 'folded_genre']).where('folded_genre', 'in', names).execute()
}
