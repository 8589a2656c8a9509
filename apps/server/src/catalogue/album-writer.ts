import type { Transaction } from '../database/tables.ts'
import { foldForSearch } from './search/fold-for-search.ts'
import type { AlbumRow } from './tables.ts'

export type AlbumData = Omit<
  AlbumRow,
  'id' | 'search_title' | 'created_at' | 'play_count' | 'released_at'
> & {
  /** '' where no tag says: then the day it was added. */
  readonly released_at: string
}

/** Puts an album in, or brings it up to date. True when something was different. */
export async function upsertAlbum(
  tx: Transaction,
  id: string,
  album: AlbumData,
  now: number,
): Promise<boolean> {
  const row = await tx.selectFrom('albums').selectAll().where('id', '=', id).executeTakeFirst()
  const added = new Date(row?.created_at ?? now).toISOString().slice(0, 10)
  const wanted = {
    ...album,
    search_title: foldForSearch(album.title),
    released_at: album.released_at || `${added}T00:00:00.000Z`,
  }
  if (!row) {
    await tx
      .insertInto('albums')
      .values({ ...wanted, id, created_at: now })
      .execute()
    return true
  }
  const same = Object.entries(wanted).every(([column, value]) => row[column as keyof typeof row] === value)
  if (same) return false
  await tx.updateTable('albums').set(wanted).where('id', '=', id).execute()
  return true
}

/** Takes out those of these albums that have no tracks left. Answers the artists they were by. */
export async function deleteEmptyAlbums(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const gone = await tx
    .deleteFrom('albums')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tracks').select('tracks.id').whereRef('tracks.album_id', '=', 'albums.id'))),
    )
    .returning('artist_id')
    .execute()
  return gone.map(row => row.artist_id)
}
