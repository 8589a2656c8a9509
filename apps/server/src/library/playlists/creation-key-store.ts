import type { Database, Transaction } from '../../database/tables.ts'
import type { CreationKeyRow } from '../tables.ts'

const TTL_MS = 600_000

/** The playlist that a request with this idempotency key created within the last ten minutes. */
export async function findCreatedPlaylist(
  db: Database,
  userId: string,
  key: string,
  now: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('creation_keys')
    .select('playlist_id')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('created_at', '>', now - TTL_MS)
    .executeTakeFirst()
  return row?.playlist_id
}

/** Stores the key and deletes the listener's expired ones. */
export async function storeCreatedPlaylist(tx: Transaction, row: CreationKeyRow): Promise<void> {
  await tx
    .deleteFrom('creation_keys')
    .where('user_id', '=', row.user_id)
    .where('created_at', '<=', row.created_at - TTL_MS)
    .execute()
  await tx.insertInto('creation_keys').values(row).execute()
}
