import fs from 'node:fs'
import { promisify } from 'node:util'
import { DatabaseBusyError } from '../retry.ts'

/** The disk did not confirm a write, which may be visible nevertheless. Has the code of the cause. */
class FlushError extends DatabaseBusyError {
  override name = 'FlushError'
  readonly code: string | undefined
  readonly syscall: string | undefined

  constructor(cause: NodeJS.ErrnoException) {
    super('The write-ahead log could not be flushed.', { cause })
    this.code = cause.code
    this.syscall = cause.syscall
  }
}

/**
 * The file of a write-ahead log. SQLite keeps it for as long as the database is open.
 * @param database its file, open in write-ahead mode
 */
export function openWriteAheadLog(database: string): { flush(): Promise<void>; close(): Promise<void> } {
  // Opened now: a later descriptor may not get errors of earlier writes. Windows flushes only what may be written.
  const descriptor = fs.openSync(`${database}-wal`, 'r+')
  let closing: Promise<void> | undefined
  return {
    async flush() {
      await promisify(fs.fdatasync)(descriptor).catch(error => {
        throw new FlushError(error)
      })
    },
    close() {
      // A second time, the number may belong to another file.
      closing ??= promisify(fs.close)(descriptor)
      return closing
    },
  }
}
