import type { Database, Transaction } from '../../database/tables.ts'

/** Ids of the albums a listener keeps, most recently kept first. */
export async function readKeptAlbumIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('kept_albums')
    .select('album_id')
    .where('user_id', '=', userId)
    .orderBy('kept_at', 'desc')
    .orderBy('album_id')
    .execute()
  return rows.map(row => row.album_id)
}

export async function countKeptAlbums(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('kept_albums')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** @param albums existing ones, at most CHUNK_SIZE @returns how many are new */
export async function insertKeptAlbums(
  tx: Transaction,
  userId: string,
  albums: readonly { readonly id: string; readonly at: number }[],
): Promise<number> {
  if (albums.length === 0) return 0
  const rows = await tx
    .insertInto('kept_albums')
    .values(albums.map(({ id, at }) => ({ user_id: userId, album_id: id, kept_at: at })))
    .onConflict(conflict => conflict.doNothing())
    .returning('album_id')
    .execute()
  return rows.length
}

/** @param albumIds at most CHUNK_SIZE @returns how many were kept */
export async function deleteKeptAlbums(
  tx: Transaction,
  userId: string,
  albumIds: readonly string[],
): Promise<number> {
  if (albumIds.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('kept_albums')
    .where('user_id', '=', userId)
    .where('album_id', 'in', albumIds)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
