import type { Album } from '@refrain/contract/catalogue/albums'
import { countLimits } from '@refrain/contract/limits'
import { sql } from 'kysely'
import { compileOnce } from '../database/compile-once.ts'
import { inChunks, inOrder, LIST_SLICE } from '../database/in-chunks.ts'
import { keysetAfter } from '../database/keyset-after.ts'
import { literal } from '../database/literal.ts'
import type { Database } from '../database/tables.ts'
import { type AlbumFields, albumColumns, toAlbum } from './records.ts'
import { findPageStart } from './title-count-store.ts'

const columns = albumColumns.map(name => `albums.${name}` as const)

function selectAlbums(db: Database) {
  return db
    .selectFrom('albums')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select(columns)
    .select('artists.name as artist_name')
}

const selectAlbum = compileOnce((db, id) => selectAlbums(db).where('albums.id', '=', id))

const selectTrackIds = compileOnce((db, id) =>
  db
    .selectFrom('tracks')
    .select('id')
    .where('album_id', '=', id)
    .orderBy('disc')
    .orderBy('number')
    .orderBy('file_order')
    .orderBy('sort_title')
    .orderBy('id'),
)

export async function readAlbum(db: Database, id: string): Promise<Album | undefined> {
  const [row] = await selectAlbum(db, id)
  return row && toAlbum(row, await readTrackIds(db, id))
}

/** Ids of an album's tracks by disc and number, then by their files. */
export async function readTrackIds(db: Database, albumId: string): Promise<string[]> {
  const rows = await selectTrackIds(db, albumId)
  return rows.map(row => row.id)
}

/** In the order of `ids`, at most CHUNK_SIZE; unknown ids are left out. */
export async function readAlbumsByIds(db: Database, ids: readonly string[]): Promise<Album[]> {
  if (ids.length === 0) return []
  const rows = await selectAlbums(db).where('albums.id', 'in', ids).execute()
  return withTracks(
    db,
    inOrder(ids, rows, row => row.id),
  )
}

/** Those of the ids that exist, each once, in the order given. */
export async function filterExistingAlbumIds(db: Database, ids: readonly string[]): Promise<string[]> {
  const existing: string[] = []
  for (const chunk of inChunks(ids)) {
    const rows = await db.selectFrom('albums').select('id').where('id', 'in', chunk).execute()
    const found = new Set(rows.map(row => row.id))
    existing.push(...chunk.filter(id => found.has(id)))
  }
  return existing
}

/** One page of all albums by title, empty past the last, and how many there are. */
export async function readAlbumsPage(
  db: Database,
  page: number,
): Promise<{ albums: Album[]; totalResults: number }> {
  const { total, after } = await findPageStart(db, 'albums', page)
  if (!after) return { albums: [], totalResults: total }
  const rows = await selectAlbums(db)
    // Skips rows in the index, before the join.
    .where('albums.id', 'in', ids =>
      ids
        .selectFrom('albums as skipped')
        .select('skipped.id')
        .where('skipped.sort_title', '>=', after.title)
        .orderBy('skipped.sort_title')
        .orderBy('skipped.id')
        .limit(literal(countLimits.pageSize))
        .offset(after.skip),
    )
    .orderBy('albums.sort_title')
    .orderBy('albums.id')
    .execute()
  return { albums: await withTracks(db, rows), totalResults: total }
}

/** Most played first, ties by title. */
export async function readPopularAlbums(db: Database): Promise<Album[]> {
  const rows = await selectAlbums(db)
    .orderBy('albums.play_count', 'desc')
    .orderBy('albums.sort_title')
    .orderBy('albums.id')
    .limit(literal(countLimits.popular))
    .execute()
  return withTracks(db, rows)
}

/** Newest first, also those of which the artist is not the first one. */
export async function readAlbumsOfArtist(db: Database, artistId: string): Promise<Album[]> {
  const newest = selectAlbums(db)
    .orderBy('albums.released_at', 'desc')
    .orderBy('albums.id')
    .limit(literal(countLimits.related))
  const first = await newest.where('albums.artist_id', '=', artistId).execute()
  const shared = await newest
    .where('albums.id', 'in', ids =>
      ids.selectFrom('album_artists').select('album_id').where('artist_id', '=', artistId),
    )
    .execute()
  if (shared.length === 0) return withTracks(db, first)
  const order = (a: AlbumFields, b: AlbumFields) =>
    b.released_at.localeCompare(a.released_at) || (a.id < b.id ? -1 : 1)
  return withTracks(db, [...first, ...shared].sort(order).slice(0, countLimits.related))
}

/** All albums by title, in slices. */
export async function* readAllAlbums(db: Database): AsyncGenerator<Album[]> {
  let last: { sort_title: string; id: string } | undefined
  for (let left = countLimits.allRecords; left > 0; left -= LIST_SLICE) {
    let query = selectAlbums(db).select('albums.sort_title')
    if (last) query = query.where(keysetAfter('albums.sort_title', 'albums.id', last.sort_title, last.id))
    const rows = await query
      .orderBy('albums.sort_title')
      .orderBy('albums.id')
      .limit(literal(Math.min(LIST_SLICE, left)))
      .execute()
    if (rows.length > 0) yield await withTracks(db, rows)
    if (rows.length < LIST_SLICE) return
    last = rows.at(-1)
  }
}

async function withTracks(db: Database, rows: readonly AlbumFields[]): Promise<Album[]> {
  const tracks = new Map<string, string[]>()
  for (const ids of inChunks(rows.map(row => row.id))) {
    // One row for each album: reading a row costs more than splitting its ids.
    const found = await db
      .selectFrom('tracks')
      .select([
        'album_id',
        sql<string>`string_agg(id, ' ' order by disc, number, file_order, sort_title, id)`.as('ids'),
      ])
      .where('album_id', 'in', ids)
      .groupBy('album_id')
      .execute()
    for (const row of found) tracks.set(row.album_id, row.ids.split(' '))
  }
  return rows.map(row => toAlbum(row, tracks.get(row.id) ?? []))
}
