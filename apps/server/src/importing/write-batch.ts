import { setImmediate } from 'node:timers/promises'
import { DatabaseBusyError, write } from '../database/retry.ts'
import type { Database, Transaction } from '../database/tables.ts'

const PATIENCE_MS = 60_000

/** Runs a small transaction of an import. */
export type WriteBatch = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/**
 * Runs a small transaction of an import. Yields to the event loop first and retries longer than a request does.
 * @throws DatabaseBusyError if the database stays busy for a minute
 */
export async function writeBatch<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    await setImmediate()
    try {
      return await write(db, work)
    } catch (error) {
      if (!(error instanceof DatabaseBusyError) || performance.now() > until) throw error
    }
  }
}
