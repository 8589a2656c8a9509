import { setTimeout as wait } from 'node:timers/promises'
import { sqliteCode } from './error-kinds.ts'
import type { Database, Transaction } from './tables.ts'
import { writerOf } from './writer.ts'

const MAX_RETRY_MS = 2_000

/** The database stayed busy; leads to a 503. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError'
}

/**
 * Runs a transaction. If another process holds the embedded database, or PostgreSQL cancels it because of a conflict,
 * retries for up to 2 s without blocking the event loop. `work` may run several times.
 * @throws DatabaseBusyError if the database stays busy, or a lock is not free within the lock timeout
 */
export async function write<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const until = performance.now() + MAX_RETRY_MS
  for (;;) {
    try {
      return await writerOf(db).transaction().execute(work)
    } catch (error) {
      if (isLockTimeout(error)) throw new DatabaseBusyError('A lock in the database is held by another.')
      if (!isBusy(error)) throw error
      if (performance.now() > until) throw new DatabaseBusyError('The database is busy.')
      await wait(20 + Math.random() * 60)
    }
  }
}

/** SQLITE_BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN: temporary, or the operator can fix it while we run. */
const TEMPORARY_CODES = new Set([5, 6, 8, 10, 13, 14])
const SQLITE_BUSY = 5

/** PostgreSQL: serialization failure, deadlock. The transaction was rolled back. */
const ROLLED_BACK = new Set(['40001', '40P01'])

const LOCK_NOT_AVAILABLE = '55P03'

function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === LOCK_NOT_AVAILABLE
}

function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY || isRolledBack(error)
}

function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has((error as { code?: string } | undefined)?.code ?? '')
}

/** PostgreSQL error classes: connection, resources, operator intervention (includes statement timeouts). */
const LOST_CLASS = /^(08|53|57)/
/** The server has become a standby, or is set to read-only. */
const READ_ONLY = '25006'
const LOST_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Driver errors without a code. */
const LOST_TEXT = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/

/** Whether the database is busy or unreachable, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseBusyError || isRolledBack(error) || isLockTimeout(error)) return true
  const sqlite = sqliteCode(error)
  if (sqlite !== undefined) return TEMPORARY_CODES.has(sqlite)
  const { code, syscall, message } = (error ?? {}) as { code?: string; syscall?: string; message?: string }
  if (typeof code === 'string' && code.length === 5 && (LOST_CLASS.test(code) || code === READ_ONLY)) {
    return true
  }
  if (typeof code === 'string' && LOST_SOCKET.has(code) && isSocketCall(syscall)) return true
  return LOST_TEXT.test(message ?? '')
}

/** File system errors have some of these codes too, but not from socket calls. */
function isSocketCall(syscall: string | undefined): boolean {
  return syscall === undefined || ['connect', 'read', 'write', 'getaddrinfo'].includes(syscall)
}
