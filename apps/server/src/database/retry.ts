import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Transaction } from './tables.ts'

const GIVE_UP_AFTER_MS = 2_000

/** The database stayed busy or is gone: the caller answers 503. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError'
}

/**
 * Runs a writing transaction; where another process holds the embedded database, tries again
 * for up to 2 s without blocking the event loop.
 * @throws DatabaseBusyError when it stays busy.
 */
export async function write<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const until = Date.now() + GIVE_UP_AFTER_MS
  for (;;) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isBusy(error)) throw error
      if (Date.now() > until) throw new DatabaseBusyError('The database is busy.')
      await wait(20 + Math.random() * 60)
    }
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode
  return code !== undefined && (code & 0xff) === SQLITE_BUSY
}
