import type { Codec } from '@refrain/audio/audio-info'
import type { Generated } from 'kysely'

/** Instants are epoch milliseconds, flags 0 or 1, in both databases. */
export interface ArtistRow {
  id: string
  name: string
  /** What the listing is ordered by: folded, without a leading article. */
  sort_name: string
  /** Name compared when the importer looks an artist up: NFKC, lower case, single spaces. */
  folded_name: string
  /** Name compared by a search: see fold-for-search.ts. */
  search_name: string
  /** MusicBrainz artist id, '' where unknown. */
  mbid: string
  profile_path: string
  color: string
  thumbhash: string
  /** The album whose cover stands in for a picture of the artist; '' where there is a picture, or no cover. */
  cover_album: Generated<string>
  followers: Generated<number>
  created_at: number
}

export interface AlbumRow {
  id: string
  title: string
  sort_title: string
  /** Title compared by a search: see fold-for-search.ts. */
  search_title: string
  artist_id: string
  /** What the importer takes for the same album: artist, folded title, and the MusicBrainz release or the folder. */
  album_key: string
  mbid: string
  compilation: number
  profile_path: string
  color: string
  thumbhash: string
  /** ISO date in UTC: the release, or the day it was added where no tag says. */
  released_at: string
  created_at: number
  play_count: Generated<number>
}

export interface TrackRow {
  id: string
  title: string
  sort_title: string
  /** Title compared by a search: see fold-for-search.ts. */
  search_title: string
  album_id: string
  /** The first of the artists in `track_artists`. */
  artist_id: string
  /** All artists as the track credits them. */
  credit: string
  /** Name of the first genre, '' where there is none. */
  genre: string
  disc: number
  number: number
  /** File name under /audio/{album_id}/, unique in its album. */
  url: string
  codec: Codec
  sample_rate: number
  channels: number
  /** Length of the music in samples, without padding and priming. */
  true_samples: number
  /** Samples a decoder gives before the music starts. */
  priming_samples: number
  /** ReplayGain or R128 in dB against -18 LUFS; null where no tag says. */
  track_gain: number | null
  album_gain: number | null
  track_peak: number | null
  album_peak: number | null
  /** MusicBrainz recording id, '' where unknown. */
  mbid: string
  added_at: number
  play_count: Generated<number>
  /** 0 while the file is missing from the collection. */
  available: number
}

export interface TrackArtistRow {
  track_id: string
  artist_id: string
  position: number
}

export interface GenreRow {
  id: string
  genre: string
  folded_genre: string
  color: string
  bg_color: string
  /** Grows with each genre that is added, so that a new one comes last. */
  position: number
}

export interface TrackGenreRow {
  track_id: string
  genre_id: string
  position: number
}

export interface LyricsRow {
  track_id: string
  /** 1 where `body` is LRC with times, 0 where it is plain text. */
  synced: number
  body: string
}

/** One row: counts up with every change of the catalogue, so that caches of any process notice. */
export interface CatalogueVersionRow {
  id: number
  version: number
  /** Counts up when sounds were analysed, which changes no other answer. */
  sound_version: Generated<number>
}

export interface CatalogueTables {
  artists: ArtistRow
  albums: AlbumRow
  tracks: TrackRow
  track_artists: TrackArtistRow
  genres: GenreRow
  track_genres: TrackGenreRow
  lyrics: LyricsRow
  catalogue_version: CatalogueVersionRow
}
