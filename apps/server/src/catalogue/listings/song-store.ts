import type { Codec } from '@refrain/audio/audio-info'
import { inChunks, inOrder } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'
import { gainOf, rounded } from '../../media/analysis/analysis-store.ts'
import { describeSent } from '../../media/cuts/sent-audio.ts'
import { type PersonCredit, readCreditsOf } from '../credits/credit-store.ts'
import { parseCreditNames } from '../records.ts'

/** An artist as credited. */
export interface Credit {
  readonly id: string
  readonly name: string
}

/** A track with everything that apps show of it. */
export interface Song {
  readonly id: string
  readonly title: string
  readonly sortTitle: string
  readonly albumId: string
  readonly albumTitle: string
  readonly albumArtist: Credit
  /** All of them, the first included. */
  readonly albumArtists: readonly Credit[]
  /** File name of the album's cover, or ''. */
  readonly picturePath: string
  /** Of the album: `2024`, `2024-05` or `2024-05-03`; '' if it is not known. */
  readonly releaseDate: string
  /** When the album first came out, in the same form. */
  readonly originalDate: string
  /** The main artist. */
  readonly artistId: string
  /** All artists as one text. */
  readonly credit: string
  readonly artists: readonly Credit[]
  /** People of other roles. */
  readonly contributors: readonly PersonCredit[]
  readonly genres: readonly string[]
  readonly disc: number
  readonly number: number
  /** Of what is sent at its address; pcm for a part of a file. */
  readonly codec: Codec
  /** File name, for its extension. */
  readonly url: string
  readonly sampleRate: number
  readonly channels: number
  /** Bits per sample of a lossless file; 0 if it is lossy or not known. */
  readonly bitDepth: number
  readonly seconds: number
  readonly mbid: string
  /** '' if unknown. */
  readonly isrc: string
  /** Beats per minute, 0 if unknown. */
  readonly bpm: number
  readonly comment: string
  readonly moods: readonly string[]
  /** `explicit`, `clean`, or '' if unknown. */
  readonly explicit: string
  readonly addedAt: number
  readonly playCount: number
  /** Bytes of what is sent, 0 while the file is missing. */
  readonly size: number
  /** ReplayGain in dB relative to -18 LUFS and peaks, from tags or else, for the track, measured; null if unknown. */
  readonly trackGain: number | null
  readonly albumGain: number | null
  readonly trackPeak: number | null
  readonly albumPeak: number | null
}

/** In the order of `ids`, with repeats; unknown ids are left out. Five queries for each 500 ids. */
export async function readSongs(db: Database, ids: readonly string[]): Promise<Song[]> {
  const songs = new Map<string, Song>()
  for (const chunk of inChunks(ids)) for (const song of await readChunk(db, chunk)) songs.set(song.id, song)
  return ids.flatMap(id => songs.get(id) ?? [])
}

async function readChunk(db: Database, ids: readonly string[]): Promise<Song[]> {
  const rows = await selectSongs(db).where('tracks.id', 'in', ids).execute()
  const sizes = await readSizes(db, ids)
  const artists = await readCredits(db, ids)
  const genres = await readGenreNames(db, ids)
  const contributors = await readCreditsOf(db, ids)
  return inOrder(ids, rows, row => row.id).map(row => {
    const { true_samples, sample_rate } = row
    const albumArtist = { id: row.album_artist_id, name: row.album_artist_name }
    const fileSize = sizes.get(row.id)
    const sent = describeSent(row, fileSize ?? 0)
    return {
      id: row.id,
      title: row.title,
      sortTitle: row.sort_title,
      albumId: row.album_id,
      albumTitle: row.album_title,
      albumArtist,
      albumArtists: listAlbumArtists(albumArtist, row.album_credit_names),
      picturePath: row.profile_path,
      releaseDate: row.release_date,
      originalDate: row.original_date,
      artistId: row.artist_id,
      credit: row.credit,
      artists: artists.get(row.id) ?? [],
      contributors: contributors.get(row.id) ?? [],
      genres: genres.get(row.id) ?? [],
      disc: row.disc,
      number: row.number,
      codec: sent.codec,
      url: row.url,
      sampleRate: sample_rate,
      channels: row.channels,
      bitDepth: row.bit_depth,
      seconds: sample_rate > 0 ? true_samples / sample_rate : 0,
      mbid: row.mbid,
      isrc: row.isrc,
      bpm: row.bpm,
      comment: row.comment,
      moods: row.moods === '' ? [] : (JSON.parse(row.moods) as string[]),
      explicit: row.explicit,
      addedAt: row.added_at,
      playCount: row.play_count,
      size: fileSize === undefined ? 0 : sent.size,
      trackGain: row.track_gain ?? gainOf(row.loudness),
      albumGain: row.album_gain,
      trackPeak: row.track_peak ?? rounded(row.peak),
      albumPeak: row.album_peak,
    }
  })
}

/** All artists of an album. @param names of its `credit_names` */
export function listAlbumArtists(first: Credit, names: string): Credit[] {
  return [first, ...(names === '' ? [] : parseCreditNames(names).filter(({ id }) => id !== first.id))]
}

function selectSongs(db: Database) {
  return db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .leftJoin('sound_analyses', 'sound_analyses.track_id', 'tracks.id')
    .select([
      'tracks.id',
      'tracks.title',
      'tracks.sort_title',
      'tracks.album_id',
      'tracks.artist_id',
      'tracks.credit',
      'tracks.disc',
      'tracks.number',
      'tracks.codec',
      'tracks.url',
      'tracks.sample_rate',
      'tracks.channels',
      'tracks.bit_depth',
      'tracks.true_samples',
      'tracks.mbid',
      'tracks.isrc',
      'tracks.bpm',
      'tracks.comment',
      'tracks.moods',
      'tracks.explicit',
      'tracks.first_sample',
      'tracks.added_at',
      'tracks.play_count',
      'tracks.track_gain',
      'tracks.album_gain',
      'tracks.track_peak',
      'tracks.album_peak',
      'albums.title as album_title',
      'albums.credit_names as album_credit_names',
      'albums.artist_id as album_artist_id',
      'albums.profile_path',
      'albums.release_date',
      'albums.original_date',
      'artists.name as album_artist_name',
      'sound_analyses.loudness',
      'sound_analyses.peak',
    ])
}

/** Of the file that is served: the first path if the same audio exists twice. */
async function readSizes(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('files')
    .select(['track_id', 'path', 'size'])
    .where('track_id', 'in', ids)
    .where('missing', '=', 0)
    .execute()
  const falling = rows.toSorted((a, b) => (a.path < b.path ? 1 : -1))
  return new Map(falling.map(row => [String(row.track_id), row.size]))
}

async function readCredits(db: Database, ids: readonly string[]): Promise<Map<string, Credit[]>> {
  const rows = await db
    .selectFrom('track_artists')
    .innerJoin('artists', 'artists.id', 'track_artists.artist_id')
    .select(['track_artists.track_id', 'track_artists.position', 'artists.id', 'artists.name'])
    .where('track_artists.track_id', 'in', ids)
    .execute()
  const ordered = rows.toSorted((a, b) => a.position - b.position)
  return collect(ordered, ({ track_id, id, name }) => [track_id, { id, name }])
}

async function readGenreNames(db: Database, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('track_genres')
    .innerJoin('genres', 'genres.id', 'track_genres.genre_id')
    .select(['track_genres.track_id', 'track_genres.position', 'genres.genre'])
    .where('track_genres.track_id', 'in', ids)
    .execute()
  const ordered = rows.toSorted((a, b) => a.position - b.position)
  return collect(ordered, row => [row.track_id, row.genre])
}

/** Values by key, each list in the order of the rows. */
function collect<Row, Value>(
  rows: readonly Row[],
  entryOf: (row: Row) => readonly [string, Value],
): Map<string, Value[]> {
  const lists = new Map<string, Value[]>()
  for (const row of rows) {
    const [key, value] = entryOf(row)
    const list = lists.get(key)
    if (list) list.push(value)
    else lists.set(key, [value])
  }
  return lists
}

/** Length of each of some lists of tracks, in seconds; repeated tracks count each time. */
export async function readTotalSeconds(
  db: Database,
  lists: readonly (readonly string[])[],
): Promise<number[]> {
  const seconds = new Map<string, number>()
  for (const chunk of inChunks([...new Set(lists.flat())])) {
    const rows = await db
      .selectFrom('tracks')
      .select(['id', 'true_samples', 'sample_rate'])
      .where('id', 'in', chunk)
      .execute()
    for (const { id, true_samples, sample_rate } of rows)
      seconds.set(id, sample_rate > 0 ? true_samples / sample_rate : 0)
  }
  return lists.map(ids => ids.reduce((sum, id) => sum + (seconds.get(id) ?? 0), 0))
}
