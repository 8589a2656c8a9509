import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../../settings.ts'
import { sqliteCode } from '../error-kinds.ts'

const LOCK_FILE = 'service.lock'
const SQLITE_BUSY = 5

/**
 * Makes this process the only server on the embedded database of a data folder. The lock is the operating system's and
 * ends with the process.
 * @returns releases the lock
 * @throws OperatorError if another server holds it, or its file cannot be written
 */
export function lockEmbeddedDatabase(dataDir: string): () => void {
  const file = join(dataDir, LOCK_FILE)
  const lock = openLock(file)
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

/** @throws OperatorError if the file belongs to another account, such as after a start as root */
function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file)
  } catch {
    throw new OperatorError(`The file ${file} cannot be written: change its permissions or set DATA_DIR.`)
  }
}
