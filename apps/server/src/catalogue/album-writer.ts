import { foldForSearch } from '@refrain/contract/fold-for-search'
import type { Selectable } from 'kysely'
import type { Transaction } from '../database/tables.ts'
import type { AlbumRow } from './tables.ts'

export type AlbumData = Omit<
  Selectable<AlbumRow>,
  'id' | 'search_title' | 'created_at' | 'play_count' | 'released_at' | 'released' | 'length_ms'
>

/** @returns whether anything changed */
export async function upsertAlbum(
  tx: Transaction,
  id: string,
  album: AlbumData,
  now: number,
): Promise<boolean> {
  const row = await tx.selectFrom('albums').selectAll().where('id', '=', id).executeTakeFirst()
  const addedOn = new Date(row?.created_at ?? now).toISOString().slice(0, 10)
  const values = {
    ...album,
    search_title: foldForSearch(album.title),
    released_at: `${completeDate(album.release_date || album.original_date) || addedOn}T00:00:00.000Z`,
  }
  if (!row) {
    await tx
      .insertInto('albums')
      .values({ ...values, id, created_at: now })
      .execute()
    return true
  }
  const isUnchanged = Object.entries(values).every(
    ([column, value]) => row[column as keyof typeof row] === value,
  )
  if (isUnchanged) return false
  await tx.updateTable('albums').set(values).where('id', '=', id).execute()
  return true
}

/** `2024-01-01` for `2024`. */
function completeDate(date: string): string {
  return date && `${date}-01-01`.slice(0, 10)
}

/** Deletes those of the albums without tracks. @returns artists who may have no music now */
export async function deleteEmptyAlbums(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const others = await tx
    .selectFrom('album_artists')
    .select('artist_id')
    .where('album_id', 'in', ids)
    .execute()
  const deleted = await tx
    .deleteFrom('albums')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tracks').select('tracks.id').whereRef('tracks.album_id', '=', 'albums.id'))),
    )
    .returning('artist_id')
    .execute()
  return [...deleted, ...others].map(row => row.artist_id)
}
