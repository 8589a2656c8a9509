import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import type { Genre } from '@refrain/contract/catalogue/genres'
import type { Track } from '@refrain/contract/catalogue/tracks'
import type { Selectable } from 'kysely'
import type { AlbumRow, ArtistRow, GenreRow, TrackRow } from './tables.ts'

export const artistColumns = ['id', 'name', 'profile_path', 'followers', 'color', 'thumbhash'] as const
export const albumColumns = [
  'id',
  'title',
  'artist_id',
  'credit_names',
  'profile_path',
  'released_at',
  'release_date',
  'original_date',
  'play_count',
  'color',
  'thumbhash',
] as const
export const trackColumns = [
  'id',
  'title',
  'album_id',
  'artist_id',
  'credit',
  'credit_names',
  'url',
  'genre',
  'true_samples',
  'sample_rate',
  'added_at',
  'play_count',
  'disc',
  'disc_title',
  'number',
  'available',
] as const
export const genreColumns = ['id', 'genre', 'color', 'bg_color'] as const

export type ArtistFields = Pick<Selectable<ArtistRow>, (typeof artistColumns)[number]>
export type AlbumFields = Pick<Selectable<AlbumRow>, (typeof albumColumns)[number]> & { artist_name: string }
export type TrackFields = Pick<Selectable<TrackRow>, (typeof trackColumns)[number]> & {
  album_title: string
  album_profile_path: string
  album_color: string
  album_thumbhash: string
}
export type GenreFields = Pick<Selectable<GenreRow>, (typeof genreColumns)[number]>

export function toArtist(row: ArtistFields): Artist {
  return {
    id: row.id,
    name: row.name,
    picturePath: row.profile_path,
    followers: row.followers,
    color: row.color,
    thumbhash: row.thumbhash,
  }
}

/** @param tracks ids of its tracks, in order */
export function toAlbum(row: AlbumFields, tracks: string[]): Album {
  return {
    id: row.id,
    title: row.title,
    artistId: row.artist_id,
    artistName: row.artist_name,
    ...(row.credit_names !== '' && { artists: parseCreditNames(row.credit_names) }),
    picturePath: row.profile_path,
    tracks,
    releasedAt: row.released_at,
    releaseDate: row.release_date,
    originalDate: row.original_date,
    playCount: row.play_count,
    color: row.color,
    thumbhash: row.thumbhash,
  }
}

export function toTrack(row: TrackFields): Track {
  return {
    id: row.id,
    title: row.title,
    albumId: row.album_id,
    albumTitle: row.album_title,
    artistId: row.artist_id,
    artistName: row.credit,
    ...(row.credit_names !== '' && { artists: parseCreditNames(row.credit_names) }),
    url: row.url,
    genre: row.genre,
    duration: formatDuration(row.true_samples, row.sample_rate),
    addedAt: formatInstant(row.added_at),
    playCount: row.play_count,
    disc: row.disc,
    discTitle: row.disc_title,
    number: row.number,
    available: row.available === 1,
    picture: {
      picturePath: row.album_profile_path,
      color: row.album_color,
      thumbhash: row.album_thumbhash,
    },
  }
}

/** Of the column `credit_names`. */
export function parseCreditNames(names: string): NonNullable<Track['artists']> {
  return (JSON.parse(names) as [string, string][]).map(([id, name]) => ({ id, name }))
}

let lastInstant = { at: 0, text: new Date(0).toISOString() }

/** The tracks of an album were added together: the text of the one before is most often the same. */
function formatInstant(at: number): string {
  if (at !== lastInstant.at) lastInstant = { at, text: new Date(at).toISOString() }
  return lastInstant.text
}

export function toGenre(row: GenreFields): Genre {
  return { id: row.id, name: row.genre, color: row.color, backgroundColor: row.bg_color }
}

/** As `minutes:seconds`, rounded down: 255.9 s → `4:15`, 75 min → `75:00`. */
function formatDuration(samples: number, sampleRate: number): string {
  const seconds = sampleRate > 0 ? Math.floor(samples / sampleRate) : 0
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
