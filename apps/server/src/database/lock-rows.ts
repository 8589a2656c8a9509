import { type Expression, PostgresAdapter } from 'kysely'
import type { Transaction } from './tables.ts'

/** The weakest lock that serves each purpose. */
const LOCKS = {
  /** Others cannot change the rows. */
  changes: 'forNoKeyUpdate',
  /** Others cannot change the rows, nor insert rows that refer to them. */
  references: 'forUpdate',
  /** Others cannot delete the rows. */
  deletion: 'forKeyShare',
} as const

/**
 * Locks rows until the transaction ends, in the order of their ids. The embedded database has a single writer and needs
 * no locks.
 * @param ids some hundreds, or a query for any number
 */
export async function lockRows(
  tx: Transaction,
  table: 'playlists' | 'tracks' | 'forgotten_tracks' | 'albums' | 'artists',
  ids: readonly string[] | Expression<string>,
  against: keyof typeof LOCKS,
): Promise<void> {
  if ((ids as readonly string[]).length === 0 || !(tx.getExecutor().adapter instanceof PostgresAdapter))
    return
  await tx.selectFrom(table).select('id').where('id', 'in', ids).orderBy('id')[LOCKS[against]]().execute()
}
