import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../settings.ts'
import { sqliteCode } from './error-kinds.ts'

const LOCK_FILE = 'service.lock'
const SQLITE_BUSY = 5

/**
 * Makes this process the only server on the embedded database of a data folder. The lock is the operating system's and
 * ends with the process.
 * @returns releases the lock
 * @throws OperatorError if another server holds it
 */
export function lockEmbeddedDatabase(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, LOCK_FILE))
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    if (sqliteCode(error) !== SQLITE_BUSY) throw error
    throw new OperatorError(
      `Another service runs on the embedded database in ${dataDir}: stop it, set DATA_DIR to another folder, or use PostgreSQL (DATABASE_URL).`,
    )
  }
  return () => lock.close()
}
