import type { Codec } from '@refrain/audio/audio-info'
import type { CreditRole } from '@refrain/contract/catalogue/credit-roles'
import type { Generated } from 'kysely'

/** Times are epoch milliseconds and flags 0 or 1 in both databases. */
export interface ArtistRow {
  id: string
  name: string
  /** For sorting: folded, without a leading article. */
  sort_name: string
  /** For the importer's lookup: NFKC, lower case, single spaces. */
  folded_name: string
  /** For search; see fold-for-search.ts. */
  search_name: string
  /** MusicBrainz artist id, '' if unknown. */
  mbid: string
  profile_path: string
  color: string
  thumbhash: string
  /** The album whose cover is shown as the artist's picture; '' if the artist has a picture, or no album has a cover. */
  cover_album: Generated<string>
  followers: Generated<number>
  created_at: number
}

export interface AlbumRow {
  id: string
  title: string
  sort_title: string
  /** For search; see fold-for-search.ts. */
  search_title: string
  /** 1 if no track has an album in its tags: the title is the folder's name. */
  named_by_folder: Generated<number>
  /** 1 if texts of its tags look broken. */
  has_broken_texts: Generated<number>
  /** JSON of the importer's `BrokenTexts` if there are any, else ''. */
  broken_texts: Generated<string>
  /** The first of its artists; the others are in `album_artists`. */
  artist_id: string
  /** As of tracks. */
  credit_names: Generated<string>
  /** The artist's sort name as the album's tags have it, '' if they do not. */
  artist_sort_name: Generated<string>
  /** Identifies an album for the importer: artist, folded title, and MusicBrainz release or folder. */
  album_key: string
  mbid: string
  compilation: number
  profile_path: string
  color: string
  thumbhash: string
  /** ISO date in UTC: the release, or if no tag says, the day it was added. */
  released_at: string
  /** When this release came out, as its tags say: `2024`, `2024-05` or `2024-05-03`; '' if they do not. */
  release_date: Generated<string>
  /** When it first came out, which may have been in another release: `2024`, `2024-05` or `2024-05-03`; '' if unknown. */
  original_date: Generated<string>
  /** JSON array of names. */
  record_labels: Generated<string>
  /** JSON array of texts such as "album" and "live". */
  release_types: Generated<string>
  created_at: number
  play_count: Generated<number>
  /** The release as a number, `20240503`; 0 if no tag says. Triggers maintain it. */
  released: Generated<number>
  /** Of all its tracks, whether they can be played or not; triggers maintain it. */
  length_ms: Generated<number>
}

export interface TrackRow {
  id: string
  title: string
  sort_title: string
  /** For search; see fold-for-search.ts. */
  search_title: string
  album_id: string
  /** The first of the artists in `track_artists`. */
  artist_id: string
  /** All artists, as credited. */
  credit: string
  /** JSON array of `[artist id, name as credited]` for the artists of a track that has several, else ''. */
  credit_names: Generated<string>
  /** Name of the first genre, '' for none. */
  genre: string
  disc: number
  /** Title of that disc, '' for none. */
  disc_title: Generated<string>
  number: number
  /** Orders tracks of the same disc and number by their files; '' where the number is enough. */
  file_order: Generated<string>
  /** File name under /audio/{album_id}/, unique in its album. */
  url: string
  codec: Codec
  sample_rate: number
  channels: number
  /** Bits per sample of a lossless file, 0 for lossy ones and for those not read since this is stored. */
  bit_depth: Generated<number>
  /** Length in samples, without padding and priming. */
  true_samples: number
  /** Samples a decoder outputs before the music starts. */
  priming_samples: number
  /** Where a track begins that is a part of its file, in samples of the music; null for a whole file. */
  first_sample: Generated<number | null>
  /** ReplayGain or R128 gain in dB relative to -18 LUFS; null without a tag. */
  track_gain: number | null
  album_gain: number | null
  track_peak: number | null
  album_peak: number | null
  /** MusicBrainz recording id, '' if unknown. */
  mbid: string
  /** International Standard Recording Code of 12 characters, '' if unknown. */
  isrc: Generated<string>
  /** Beats per minute, 0 if unknown. */
  bpm: Generated<number>
  comment: Generated<string>
  /** JSON list of texts, '' for none. */
  moods: Generated<string>
  /** `explicit`, `clean`, or '' if unknown. */
  explicit: Generated<string>
  added_at: number
  play_count: Generated<number>
  /** 0 while the file is missing from the collection. */
  available: number
  /** Of its album; triggers set it, and it is null before that only. */
  released: Generated<number | null>
  /** Triggers maintain it. */
  length_ms: Generated<number>
}

/** How an artist takes part in a track. */
export type ArtistRole = 'main' | 'guest'

interface TrackArtistRow {
  track_id: string
  artist_id: string
  position: number
  role: Generated<ArtistRole>
  /** As the track spells it; '' for tracks not read since this is stored. */
  name: Generated<string>
  /** As its tags have it, '' if they do not. */
  sort_name: Generated<string>
  /** The track's `play_count` and `sort_title`; triggers repeat them here, for an index in that order. */
  track_plays: Generated<number>
  track_title: Generated<string>
}

/** An artist of an album after the first. */
interface AlbumArtistRow {
  album_id: string
  artist_id: string
  /** From 1. */
  position: number
  /** As the album's tags have it, '' if they do not. */
  sort_name: string
}

/** Somebody who does something else than perform; an artist with the same id is the same person. */
interface CreditedPersonRow {
  id: string
  name: string
  /** As of artists. */
  folded_name: string
}

interface TrackCreditRow {
  track_id: string
  role: CreditRole
  /** Within the role. */
  position: number
  person_id: string
  /** As the track spells it. */
  name: string
}

export interface GenreRow {
  id: string
  genre: string
  folded_genre: string
  color: string
  bg_color: string
  /** New genres come last. */
  position: number
}

interface TrackGenreRow {
  track_id: string
  genre_id: string
  position: number
  /** As in `track_artists`. */
  track_plays: Generated<number>
  track_title: Generated<string>
  /** As the two before: `added_at`, `released` and `length_ms` of the track. */
  track_added: Generated<number | null>
  track_released: Generated<number>
  track_length: Generated<number>
}

/** The album's columns that it is listed by, for an index in each order. */
interface AlbumOrders {
  /** Its `sort_title`. */
  album_title: string
  /** Its `created_at`. */
  album_added: Generated<number>
  album_released: Generated<number>
  album_plays: Generated<number>
  album_length: Generated<number>
}

/** A genre of an album's tracks; triggers maintain these rows. */
interface AlbumGenreRow extends AlbumOrders {
  album_id: string
  genre_id: string
  /** How many of the album's tracks have the genre, whether they can be played or not. */
  tracks: number
}

/** A format of an album's tracks; triggers maintain these rows. */
interface AlbumFormatRow extends AlbumOrders {
  album_id: string
  codec: Codec
  /** How many of the album's tracks have it, whether they can be played or not. */
  tracks: number
}

export interface LyricsRow {
  track_id: string
  /** 1: `body` is LRC with times; 0: plain text. */
  synced: number
  body: string
}

/** A picture that an administrator uploaded for an album or artist, whose row shows it. */
interface CataloguePictureRow {
  /** Id of the album or artist. */
  owner_id: string
  album_id: string | null
  artist_id: string | null
  /** The picture of the collection, which comes back when the uploaded one is removed; '' if there is none. */
  own_path: string
  own_color: string
  own_thumbhash: string
  uploaded_at: number
}

/** One row. The version is incremented by every change of the catalogue, for the caches of all processes. */
interface CatalogueVersionRow {
  id: number
  version: number
  /** Incremented when audio has been analysed, which affects waveforms only. */
  sound_version: Generated<number>
}

/** How many records of a listing have a title with the same beginning; written by triggers. */
interface TitleCountRow {
  kind: 'artists' | 'albums'
  /** Letters of the prefix, 1 or 3; shorter titles count as they are. */
  depth: number
  prefix: string
  count: number
}

/** Incremented by triggers with every change of a play or follower count; the sum over the shards tells. */
export interface CountVersionRow {
  kind: 'artists' | 'albums' | 'tracks'
  shard: number
  version: number
}

/** The chapters of a long recording. */
interface ChaptersRow {
  track_id: string
  /** JSON: `[start in milliseconds, title]` of each, in order. */
  body: string
}

export interface CatalogueTables {
  title_counts: TitleCountRow
  count_versions: CountVersionRow
  artists: ArtistRow
  albums: AlbumRow
  tracks: TrackRow
  track_artists: TrackArtistRow
  album_artists: AlbumArtistRow
  credited_people: CreditedPersonRow
  track_credits: TrackCreditRow
  genres: GenreRow
  track_genres: TrackGenreRow
  album_genres: AlbumGenreRow
  album_formats: AlbumFormatRow
  lyrics: LyricsRow
  chapters: ChaptersRow
  catalogue_pictures: CataloguePictureRow
  catalogue_version: CatalogueVersionRow
}
