import { PostgresAdapter } from 'kysely'
import type { Transaction } from './tables.ts'

/**
 * Locks rows until the transaction ends, in the order of their ids. The embedded database has a single writer and needs
 * no locks. For some hundreds of rows.
 * @param against `changes`: others cannot change the rows; `references`: nor insert rows that refer to them
 */
export async function lockRows(
  tx: Transaction,
  table: 'playlists' | 'tracks' | 'forgotten_tracks' | 'albums' | 'artists',
  ids: readonly string[],
  against: 'changes' | 'references',
): Promise<void> {
  if (ids.length === 0 || !(tx.getExecutor().adapter instanceof PostgresAdapter)) return
  const rows = tx.selectFrom(table).select('id').where('id', 'in', ids).orderBy('id')
  await (against === 'changes' ? rows.forNoKeyUpdate() : rows.forUpdate()).execute()
}
