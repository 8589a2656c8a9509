import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import type { Track } from '@refrain/contract/catalogue/tracks'
import type { Database } from '../database/tables.ts'
import { readTrackIds } from './album-store.ts'
import { toAlbum, toArtist, toTrack } from './records.ts'
import { selectTracks } from './track-store.ts'

export interface TrackDetails {
  tracks: Track[]
  album: Album
  artist: Artist
}

/** A track with its album and main artist, read with one join. */
export async function readTrackDetails(db: Database, id: string): Promise<TrackDetails | undefined> {
  const row = await selectTracks(db)
    .innerJoin('artists', 'artists.id', 'tracks.artist_id')
    .innerJoin('artists as credited', 'credited.id', 'albums.artist_id')
    .select([
      'albums.artist_id as album_artist_id',
      'albums.credit_names as album_credit_names',
      'albums.released_at as album_released_at',
      'albums.release_date as album_release_date',
      'albums.original_date as album_original_date',
      'albums.play_count as album_play_count',
      'credited.name as album_artist_name',
      'artists.name as artist_name',
      'artists.profile_path as artist_profile_path',
      'artists.followers as artist_followers',
      'artists.color as artist_color',
      'artists.thumbhash as artist_thumbhash',
    ])
    .where('tracks.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const album = {
    id: row.album_id,
    title: row.album_title,
    artist_id: row.album_artist_id,
    artist_name: row.album_artist_name,
    credit_names: row.album_credit_names,
    profile_path: row.album_profile_path,
    released_at: row.album_released_at,
    release_date: row.album_release_date,
    original_date: row.album_original_date,
    play_count: row.album_play_count,
    color: row.album_color,
    thumbhash: row.album_thumbhash,
  }
  const artist = {
    id: row.artist_id,
    name: row.artist_name,
    profile_path: row.artist_profile_path,
    followers: row.artist_followers,
    color: row.artist_color,
    thumbhash: row.artist_thumbhash,
  }
  return {
    tracks: [toTrack(row)],
    album: toAlbum(album, await readTrackIds(db, row.album_id)),
    artist: toArtist(artist),
  }
}
