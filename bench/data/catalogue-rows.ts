import { ANALYSIS_VERSION } from '@refrain/audio/loudness/analyse-audio'
import { foldForSearch } from '@refrain/contract/fold-for-search'
import { foldFilePath, pathTail } from '@refrain/server/catalogue/paths/path-tail'
import {
  albumId,
  artistId,
  type CataloguePlan,
  GENRES,
  genreId,
  MEMBERS,
  TRACKS_PER_ALBUM,
  trackId,
} from './catalogue-plan.ts'
import { inventTitles } from './invent-titles.ts'
import { pick } from './mix.ts'
import type { TableRows, Value } from './table-rows.ts'

const LOOK = ['abcdefghijklmnopqrstuv.webp', '#335577', 'VRkBBwB4eHeId4iHh4eHd3h4D1h4iB8G']
const look = ['profile_path', 'color', 'thumbhash']
const ADDED_AT = Date.UTC(2024, 4, 3)
const DAY = 86_400_000
/** Additions are spread over so many days before the last. */
const DAYS = 2_000
const CODECS = ['mp3', 'mp3', 'mp3', 'mp3', 'flac', 'flac', 'flac', 'aac', 'opus', 'alac'] as const
/** When the nth album was added. */
const addedAt = (album: number) => ADDED_AT - pick(DAYS, album, 11) * DAY
/** Mean length of a track in samples. */
export const TRACK_SAMPLES = 9_000_000
const AUDIO_BYTES = 5_000_000
const WAVEFORM = new Uint8Array(64)
const NOTHING = new Uint8Array(0)

/** Artists, albums, tracks and genres, and the files of which an import would have made them. */
export function catalogueRows(plan: CataloguePlan): TableRows[] {
  const title = inventTitles()
  const names = genreNames()
  return [
    genres(names),
    artists(plan, title),
    albums(plan, title),
    tracks(plan, title, names),
    ...links(plan),
    files(plan),
    analyses(plan),
  ]
}

function genreNames(): string[] {
  const title = inventTitles()
  return Array.from({ length: GENRES }, (_, n) => `${title()} ${n}`)
}

function* rowsOf(count: number, row: (n: number) => readonly Value[]): Generator<readonly Value[]> {
  for (let n = 0; n < count; n++) yield row(n)
}

function genres(names: readonly string[]): TableRows {
  return {
    table: 'genres',
    columns: ['id', 'genre', 'folded_genre', 'color', 'bg_color', 'position'],
    rows: rowsOf(GENRES, n => [
      genreId(n),
      names[n] ?? '',
      names[n]?.toLowerCase() ?? '',
      '#ffffff',
      '#224466',
      n + 1,
    ]),
  }
}

function artists(plan: CataloguePlan, title: () => string): TableRows {
  const followers = new Uint32Array(plan.artists)
  for (let member = 0; member < MEMBERS; member++) {
    for (const artist of plan.artistsFollowedBy(member)) followers[artist]!++
  }
  return {
    table: 'artists',
    columns: ['id', 'name', 'sort_name', 'folded_name', 'search_name', 'mbid', ...look].concat(
      'followers',
      'created_at',
    ),
    rows: rowsOf(plan.artists, n => {
      const name = title()
      const lower = name.toLowerCase()
      return [artistId(n), name, lower, lower, foldForSearch(name), '', ...LOOK, followers[n] ?? 0, ADDED_AT]
    }),
  }
}

function albums(plan: CataloguePlan, title: () => string): TableRows {
  return {
    table: 'albums',
    columns: ['id', 'title', 'sort_title', 'search_title', 'artist_id', 'album_key', 'mbid', ...look].concat(
      'compilation',
      'released_at',
      'release_date',
      'created_at',
      'play_count',
    ),
    rows: rowsOf(plan.albums, n => {
      const name = title()
      const year = 1960 + pick(65, n, 8)
      return [
        albumId(n),
        name,
        name.toLowerCase(),
        foldForSearch(name),
        artistId(plan.artistOfAlbum(n)),
        albumId(n),
        '',
        ...LOOK,
        0,
        `${year}-05-03T00:00:00.000Z`,
        `${year}-05-03`,
        addedAt(n),
        plan.playsOf(n, 9, plan.albums),
      ]
    }),
  }
}

function tracks(plan: CataloguePlan, title: () => string, genreTitles: readonly string[]): TableRows {
  return {
    table: 'tracks',
    columns: ['id', 'title', 'sort_title', 'search_title', 'album_id', 'artist_id', 'credit', 'genre'].concat(
      ['disc', 'number', 'url', 'codec', 'sample_rate', 'channels', 'true_samples', 'priming_samples'],
      ['mbid', 'added_at', 'play_count', 'available'],
    ),
    rows: rowsOf(plan.tracks, n => {
      const name = title()
      const number = 1 + (n % TRACKS_PER_ALBUM)
      const album = Math.floor(n / TRACKS_PER_ALBUM)
      return [
        trackId(n),
        name,
        name.toLowerCase(),
        foldForSearch(name),
        albumId(album),
        artistId(plan.artistsOfTrack(n)[0] ?? 0),
        'Somebody of Somewhere',
        genreTitles[plan.genresOfTrack(n)[0] ?? 0] ?? '',
        1,
        number,
        `${number}.mp3`,
        CODECS[pick(CODECS.length, album, 12)] ?? 'mp3',
        44_100,
        2,
        TRACK_SAMPLES / 2 + pick(TRACK_SAMPLES, n, 13),
        1105,
        '',
        addedAt(album),
        plan.playsOf(n, 10, plan.tracks),
        1,
      ]
    }),
  }
}

function links(plan: CataloguePlan): TableRows[] {
  function* rows(linked: (track: number) => string[]) {
    for (let n = 0; n < plan.tracks; n++) {
      for (const [position, id] of linked(n).entries()) yield [trackId(n), id, position]
    }
  }
  return [
    {
      table: 'track_artists',
      columns: ['track_id', 'artist_id', 'position'],
      rows: rows(n => plan.artistsOfTrack(n).map(artistId)),
    },
    {
      table: 'track_genres',
      columns: ['track_id', 'genre_id', 'position'],
      rows: rows(n => plan.genresOfTrack(n).map(genreId)),
    },
  ]
}

/** Of the nth track, in the folder `/music`. */
export function filePath(plan: CataloguePlan, n: number): string {
  const album = Math.floor(n / TRACKS_PER_ALBUM)
  return `/music/${plan.artistOfAlbum(album)}/${album}/${n}.mp3`
}

function files(plan: CataloguePlan): TableRows {
  return {
    table: 'files',
    columns: [
      'path',
      'tail',
      'root',
      'size',
      'mtime_ms',
      'beside',
      'track_id',
      'audio_id',
      'problem',
      'missing',
    ],
    rows: rowsOf(plan.tracks, n => {
      const path = filePath(plan, n)
      return [
        path,
        pathTail(foldFilePath(path)),
        '/music',
        AUDIO_BYTES,
        ADDED_AT,
        '',
        trackId(n),
        `sound-${trackId(n)}`,
        '',
        0,
      ]
    }),
  }
}

/** Every track has been analysed, so that the service finds nothing to do. */
function analyses(plan: CataloguePlan): TableRows {
  return {
    table: 'sound_analyses',
    columns: ['track_id', 'audio_id', 'size', 'mtime_ms', 'method', 'loudness', 'peak'].concat(
      'blocks',
      'waveform',
      'problem',
    ),
    rows: rowsOf(plan.tracks, n => [
      trackId(n),
      `sound-${trackId(n)}`,
      AUDIO_BYTES,
      ADDED_AT,
      ANALYSIS_VERSION,
      -14,
      0.9,
      NOTHING,
      WAVEFORM,
      '',
    ]),
  }
}
