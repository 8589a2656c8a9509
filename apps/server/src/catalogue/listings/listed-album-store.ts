import { sql } from 'kysely'
import { inChunks, inOrder } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'
import type { Credit } from './song-store.ts'

/** An album with everything that apps show of it. Counts and length are those of its available tracks. */
export interface ListedAlbum {
  readonly id: string
  readonly title: string
  readonly sortTitle: string
  readonly artist: Credit
  readonly picturePath: string
  /** ISO date. */
  readonly releasedAt: string
  readonly createdAt: number
  readonly playCount: number
  readonly mbid: string
  readonly isCompilation: boolean
  readonly songCount: number
  readonly seconds: number
  /** Of its tracks, the most frequent first. */
  readonly genres: readonly string[]
}

/** In the order of `ids`, with repeats; unknown ids are left out. Three queries for each 500 ids. */
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
      'albums.profile_path',
      'albums.released_at',
      'albums.created_at',
      'albums.play_count',
      'albums.mbid',
      'albums.compilation',
    ])
    .where('albums.id', 'in', ids)
    .execute()
  const totals = await readTotals(db, ids)
  const genres = await readGenres(db, ids)
  return inOrder(ids, rows, row => row.id).map(row => ({
    id: row.id,
    title: row.title,
    sortTitle: row.sort_title,
    artist: { id: row.artist_id, name: row.artist_name },
    picturePath: row.profile_path,
    releasedAt: row.released_at,
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
    ])
    .where('album_id', 'in', ids)
    .where('available', '=', 1)
    .groupBy('album_id')
    .execute()
  return new Map(rows.map(row => [row.album_id, { count: Number(row.count), seconds: Number(row.seconds) }]))
}

async function readGenres(db: Database, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('tracks')
    .innerJoin('track_genres', 'track_genres.track_id', 'tracks.id')
    .innerJoin('genres', 'genres.id', 'track_genres.genre_id')
    .select(['tracks.album_id', 'genres.genre', eb => eb.fn.countAll<number>().as('count')])
    .where('tracks.album_id', 'in', ids)
    .groupBy(['tracks.album_id', 'genres.genre'])
    .execute()
  const byAlbum = Map.groupBy(rows, row => row.album_id)
  const byCount = (list: typeof rows) =>
    list
      .toSorted((a, b) => Number(b.count) - Number(a.count) || (a.genre < b.genre ? -1 : 1))
      .map(row => row.genre)
  return new Map([...byAlbum].map(([id, list]) => [id, byCount(list)]))
}
