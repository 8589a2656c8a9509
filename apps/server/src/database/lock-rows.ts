import { PostgresAdapter } from 'kysely'
import type { Transaction } from './tables.ts'

/**
 * Locks rows until the transaction ends, in order of their ids. The embedded database has one writer at a time and needs
 * no locks. Takes some hundreds.
 * @param against `references`: others can neither change the rows nor add any that refer to them; `changes`: they can
 *   add those
 */
export async function lockRows(
  tx: Transaction,
  table: 'playlists' | 'tracks',
  ids: readonly string[],
  against: 'changes' | 'references',
): Promise<void> {
  if (ids.length === 0 || !(tx.getExecutor().adapter instanceof PostgresAdapter)) return
  const rows = tx.selectFrom(table).select('id').where('id', 'in', ids).orderBy('id')
  await (against === 'changes' ? rows.forNoKeyUpdate() : rows.forUpdate()).execute()
}
