import { sql } from 'kysely'
import { inChunks, inOrder } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'
import { type Credit, listAlbumArtists } from './song-store.ts'

interface DiscTitle {
  readonly disc: number
  readonly title: string
}

/** An album with everything that apps show of it. Counts and length are those of its available tracks. */
export interface ListedAlbum {
  readonly id: string
  readonly title: string
  readonly sortTitle: string
  readonly artist: Credit
  /** All of them, the first included. */
  readonly artists: readonly Credit[]
  readonly picturePath: string
  /** `2024`, `2024-05` or `2024-05-03`; '' if it is not known. */
  readonly releaseDate: string
  /** When it first came out, in the same form. */
  readonly originalDate: string
  readonly recordLabels: readonly string[]
  readonly releaseTypes: readonly string[]
  /** Titles of its discs, in order; discs without a title are missing. */
  readonly discTitles: readonly DiscTitle[]
  readonly createdAt: number
  readonly playCount: number
  readonly mbid: string
  readonly isCompilation: boolean
  readonly songCount: number
  readonly seconds: number
  /** Of its tracks, the most frequent first. */
  readonly genres: readonly string[]
}

/** In the order of `ids`, with repeats; unknown ids are left out. Three queries for each 500 ids, and a fourth if discs have titles. */
export async function readListedAlbums(db: Database, ids: readonly string[]): Promise<ListedAlbum[]> {
  const albums = new Map<string, ListedAlbum>()
  for (const chunk of inChunks(ids))
    for (const album of await readChunk(db, chunk)) albums.set(album.id, album)
  return ids.flatMap(id => albums.get(id) ?? [])
}

async function readChunk(db: Database, ids: readonly string[]): Promise<ListedAlbum[]> {
  const rows = await db
    .selectFrom('albums')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select([
      'albums.id',
      'albums.title',
      'albums.sort_title',
      'albums.artist_id',
      'artists.name as artist_name',
      'albums.credit_names',
      'albums.profile_path',
      'albums.release_date',
      'albums.original_date',
      'albums.record_labels',
      'albums.release_types',
      'albums.created_at',
      'albums.play_count',
      'albums.mbid',
      'albums.compilation',
    ])
    .where('albums.id', 'in', ids)
    .execute()
  const totals = await readTotals(db, ids)
  const genres = await readGenres(db, ids)
  const discs = await readDiscTitles(
    db,
    ids.filter(id => totals.get(id)?.hasDiscTitles),
  )
  return inOrder(ids, rows, row => row.id).map(row => ({
    id: row.id,
    title: row.title,
    sortTitle: row.sort_title,
    artist: { id: row.artist_id, name: row.artist_name },
    artists: listAlbumArtists({ id: row.artist_id, name: row.artist_name }, row.credit_names),
    picturePath: row.profile_path,
    releaseDate: row.release_date,
    originalDate: row.original_date,
    recordLabels: JSON.parse(row.record_labels) as string[],
    releaseTypes: JSON.parse(row.release_types) as string[],
    discTitles: discs.get(row.id) ?? [],
    createdAt: row.created_at,
    playCount: row.play_count,
    mbid: row.mbid,
    isCompilation: row.compilation === 1,
    songCount: totals.get(row.id)?.count ?? 0,
    seconds: totals.get(row.id)?.seconds ?? 0,
    genres: genres.get(row.id) ?? [],
  }))
}

async function readTotals(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectFrom('tracks')
    .select([
      'album_id',
      eb => eb.fn.countAll<number>().as('count'),
      sql<number>`sum(true_samples * 1.0 / sample_rate)`.as('seconds'),
      eb => eb.fn.max('disc_title').as('some_disc_title'),
    ])
    .where('album_id', 'in', ids)
    .where('available', '=', 1)
    .groupBy('album_id')
    .execute()
  return new Map(
    rows.map(row => [
      row.album_id,
      {
        count: Number(row.count),
        seconds: Number(row.seconds),
        hasDiscTitles: row.some_disc_title !== '',
      },
    ]),
  )
}

async function readDiscTitles(db: Database, ids: readonly string[]): Promise<Map<string, DiscTitle[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tracks')
    .select(['album_id', 'disc', eb => eb.fn.min('disc_title').as('title')])
    .where('album_id', 'in', ids)
    .where('available', '=', 1)
    .where('disc_title', '<>', '')
    .groupBy(['album_id', 'disc'])
    .orderBy('disc')
    .execute()
  const byAlbum = Map.groupBy(rows, row => row.album_id)
  return new Map([...byAlbum].map(([id, list]) => [id, list.map(({ disc, title }) => ({ disc, title }))]))
}

async function readGenres(db: Database, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('album_genres')
    .innerJoin('genres', 'genres.id', 'album_genres.genre_id')
    .select(['album_genres.album_id', 'genres.genre'])
    .where('album_genres.album_id', 'in', ids)
    .orderBy('album_genres.tracks', 'desc')
    .orderBy('genres.folded_genre')
    .execute()
  const byAlbum = Map.groupBy(rows, row => row.album_id)
  return new Map([...byAlbum].map(([id, list]) => [id, list.map(row => row.genre)]))
}
