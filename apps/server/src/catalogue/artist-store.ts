import type { Artist } from '@refrain/contract/catalogue/artists'
import { countLimits } from '@refrain/contract/limits'
import { compileOnce } from '../database/compile-once.ts'
import { inChunks, inOrder, LIST_SLICE } from '../database/in-chunks.ts'
import { keysetAfter } from '../database/keyset-after.ts'
import { literal } from '../database/literal.ts'
import type { Database } from '../database/tables.ts'
import { artistColumns, toArtist } from './records.ts'
import { findPageStart } from './title-count-store.ts'

const selectArtist = compileOnce((db, id) =>
  db.selectFrom('artists').select(artistColumns).where('id', '=', id),
)

export async function readArtist(db: Database, id: string): Promise<Artist | undefined> {
  const [row] = await selectArtist(db, id)
  return row && toArtist(row)
}

/** In the order of `ids`, at most CHUNK_SIZE; unknown ids are left out. */
export async function readArtistsByIds(db: Database, ids: readonly string[]): Promise<Artist[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('artists').select(artistColumns).where('id', 'in', ids).execute()
  return inOrder(ids, rows, row => row.id).map(toArtist)
}

/** Those of the ids that exist, each once, in the order given. */
export async function filterExistingArtistIds(db: Database, ids: readonly string[]): Promise<string[]> {
  const existing: string[] = []
  for (const chunk of inChunks(ids)) {
    const rows = await db.selectFrom('artists').select('id').where('id', 'in', chunk).execute()
    const found = new Set(rows.map(row => row.id))
    existing.push(...chunk.filter(id => found.has(id)))
  }
  return existing
}

/** One page of all artists by name, empty past the last, and how many there are. */
export async function readArtistsPage(
  db: Database,
  page: number,
): Promise<{ artists: Artist[]; totalResults: number }> {
  const { total, after } = await findPageStart(db, 'artists', page)
  if (!after) return { artists: [], totalResults: total }
  const rows = await db
    .selectFrom('artists')
    .select(artistColumns)
    .where('sort_name', '>=', after.title)
    .orderBy('sort_name')
    .orderBy('id')
    .limit(literal(countLimits.pageSize))
    .offset(after.skip)
    .execute()
  return { artists: rows.map(toArtist), totalResults: total }
}

/** Most followers first, ties by name. */
export async function readPopularArtists(db: Database): Promise<Artist[]> {
  const rows = await db
    .selectFrom('artists')
    .select(artistColumns)
    .orderBy('followers', 'desc')
    .orderBy('sort_name')
    .orderBy('id')
    .limit(literal(countLimits.popular))
    .execute()
  return rows.map(toArtist)
}

/** All artists by name, in slices. */
export async function* readAllArtists(db: Database): AsyncGenerator<Artist[]> {
  let last: { sort_name: string; id: string } | undefined
  for (let left = countLimits.allRecords; left > 0; left -= LIST_SLICE) {
    let query = db.selectFrom('artists').select(artistColumns).select('sort_name')
    if (last) query = query.where(keysetAfter('sort_name', 'id', last.sort_name, last.id))
    const rows = await query
      .orderBy('sort_name')
      .orderBy('id')
      .limit(literal(Math.min(LIST_SLICE, left)))
      .execute()
    if (rows.length > 0) yield rows.map(toArtist)
    if (rows.length < LIST_SLICE) return
    last = rows.at(-1)
  }
}
