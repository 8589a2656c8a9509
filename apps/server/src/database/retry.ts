import { setTimeout as wait } from 'node:timers/promises'
import { sqliteCode } from './error-kinds.ts'
import type { Database, Transaction } from './tables.ts'
import { writerOf } from './writer.ts'

const GIVE_UP_AFTER_MS = 2_000

/** The database stayed busy: the caller answers 503. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError'
}

/**
 * Runs a writing transaction; where another process holds the embedded database, or PostgreSQL undid it for
 * another's sake, tries again for up to 2 s without blocking the event loop. The work may run several times.
 * @throws DatabaseBusyError when it stays busy, or a lock was not free within the connection's lock timeout.
 */
export async function write<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const until = performance.now() + GIVE_UP_AFTER_MS
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

/** SQLITE_BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN: what passes, or what an operator can mend while we run. */
const UNABLE = new Set([5, 6, 8, 10, 13, 14])
const SQLITE_BUSY = 5

/** PostgreSQL: could not be serialized, deadlock. Nothing of the transaction was kept. */
const UNDONE = new Set(['40001', '40P01'])

const LOCK_NOT_AVAILABLE = '55P03'

function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === LOCK_NOT_AVAILABLE
}

function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY || isUndone(error)
}

function isUndone(error: unknown): boolean {
  return UNDONE.has((error as { code?: string } | undefined)?.code ?? '')
}

/** Classes of PostgreSQL errors: connection, resources, operator intervention (also a statement's timeout). */
const LOST_CLASS = /^(08|53|57)/
/** The server has become a standby, or was told to write nothing. */
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
/** The driver gives these without a code. */
const LOST_TEXT = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/

/** True where the database is busy or gone, so that the same request may go through later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseBusyError || isUndone(error) || isLockTimeout(error)) return true
  const sqlite = sqliteCode(error)
  if (sqlite !== undefined) return UNABLE.has(sqlite)
  const { code, syscall, message } = (error ?? {}) as { code?: string; syscall?: string; message?: string }
  if (typeof code === 'string' && code.length === 5 && (LOST_CLASS.test(code) || code === READ_ONLY)) {
    return true
  }
  if (typeof code === 'string' && LOST_SOCKET.has(code) && isSocketCall(syscall)) return true
  return LOST_TEXT.test(message ?? '')
}

/** A missing file has such a code as well, but not from a socket. */
function isSocketCall(syscall: string | undefined): boolean {
  return syscall === undefined || ['connect', 'read', 'write', 'getaddrinfo'].includes(syscall)
}
