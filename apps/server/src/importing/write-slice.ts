import { setImmediate } from 'node:timers/promises'
import { DatabaseBusyError, write } from '../database/retry.ts'
import type { Database, Transaction } from '../database/tables.ts'

const PATIENCE_MS = 60_000

/** Runs one small transaction of an import. */
export type WriteSlice = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/**
 * Runs one small transaction of an import, with more patience than a request has, and lets others who
 * share the database or the event loop have their turn first.
 * @throws DatabaseBusyError when the database stays busy for a minute.
 */
export async function writeSlice<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
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
