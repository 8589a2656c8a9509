import type { Track } from '@refrain/contract/catalogue/tracks'
import { countLimits } from '@refrain/contract/limits'
import { compileOnce } from '../database/compile-once.ts'
import { inChunks, inOrder, LIST_SLICE } from '../database/in-chunks.ts'
import { keysetAfter } from '../database/keyset-after.ts'
import { literal } from '../database/literal.ts'
import type { Database } from '../database/tables.ts'
import { toTrack, trackColumns } from './records.ts'

const columns = trackColumns.map(name => `tracks.${name}` as const)

/** Tracks with the title and cover of their album. */
export function selectTracks(db: Database) {
  return db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select(columns)
    .select([
      'albums.title as album_title',
      'albums.profile_path as album_profile_path',
      'albums.color as album_color',
      'albums.thumbhash as album_thumbhash',
    ])
}

const selectTrack = compileOnce((db, id) => selectTracks(db).where('tracks.id', '=', id))

const selectTracksOfAlbum = compileOnce((db, albumId) =>
  selectTracks(db)
    .where('tracks.album_id', '=', albumId)
    .orderBy('tracks.disc')
    .orderBy('tracks.number')
    .orderBy('tracks.file_order')
    .orderBy('tracks.sort_title')
    .orderBy('tracks.id')
    .limit(literal(countLimits.related)),
)

export async function readTrack(db: Database, id: string): Promise<Track | undefined> {
  const [row] = await selectTrack(db, id)
  return row && toTrack(row)
}

export async function countTracks(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('tracks')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** By disc and number, then by their files. */
export async function readTracksOfAlbum(db: Database, albumId: string): Promise<Track[]> {
  const rows = await selectTracksOfAlbum(db, albumId)
  return rows.map(toTrack)
}

/** In the order of `ids`, in slices; unknown ids are left out, repeated ones come once. */
export async function* readTracksByIds(db: Database, ids: readonly string[]): AsyncGenerator<Track[]> {
  for (const chunk of inChunks(ids)) {
    const rows = await selectTracks(db).where('tracks.id', 'in', chunk).execute()
    yield inOrder(chunk, rows, row => row.id).map(toTrack)
  }
}

/** Those of the ids that exist, each once, in the order given. */
export async function filterExistingTrackIds(db: Database, ids: readonly string[]): Promise<string[]> {
  const existing: string[] = []
  for (const chunk of inChunks(ids)) {
    const rows = await db.selectFrom('tracks').select('id').where('id', 'in', chunk).execute()
    const found = new Set(rows.map(row => row.id))
    existing.push(...chunk.filter(id => found.has(id)))
  }
  return existing
}

const ALBUMS_PER_SLICE = 100

/**
 * The tracks of several albums, album by album, in the order of `readTracksOfAlbum`, in slices. Stops at the limit of
 * complete lists.
 */
export async function* readTracksOfAlbums(
  db: Database,
  albumIds: readonly string[],
): AsyncGenerator<Track[]> {
  let left = countLimits.allRecords
  for (const ids of inChunks(albumIds, ALBUMS_PER_SLICE)) {
    const rows = await selectTracks(db)
      .where('tracks.album_id', 'in', ids)
      .orderBy('tracks.album_id')
      .orderBy('tracks.disc')
      .orderBy('tracks.number')
      .orderBy('tracks.file_order')
      .orderBy('tracks.sort_title')
      .orderBy('tracks.id')
      .limit(left)
      .execute()
    const byAlbum = Map.groupBy(rows, row => row.album_id)
    yield ids.flatMap(id => (byAlbum.get(id) ?? []).map(toTrack))
    left -= rows.length
    if (left <= 0) return
  }
}

/** All tracks by title, in slices. */
export async function* readAllTracks(db: Database): AsyncGenerator<Track[]> {
  let last: { sort_title: string; id: string } | undefined
  for (let left = countLimits.allRecords; left > 0; left -= LIST_SLICE) {
    let query = selectTracks(db).select('tracks.sort_title')
    if (last) query = query.where(keysetAfter('tracks.sort_title', 'tracks.id', last.sort_title, last.id))
    const rows = await query
      .orderBy('tracks.sort_title')
      .orderBy('tracks.id')
      .limit(literal(Math.min(LIST_SLICE, left)))
      .execute()
    if (rows.length > 0) yield rows.map(toTrack)
    if (rows.length < LIST_SLICE) return
    last = rows.at(-1)
  }
}
