import fs from 'node:fs'
import { promisify } from 'node:util'
import { DatabaseBusyError } from '../retry.ts'
import { rewriteFrames } from './rewrite-frames.ts'

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

interface WriteAheadLogFile {
  flush(): Promise<void>
  /**
   * Writes the same bytes again, so that the next flush takes them to the disk. Nobody may write to the log meanwhile.
   * @param frames how many it holds at least
   * @throws DatabaseBusyError if they are not there any more
   */
  rewrite(frames: number): Promise<void>
  close(): Promise<void>
}

/**
 * The file of a write-ahead log. SQLite keeps it for as long as the database is open.
 * @param database its file, open in write-ahead mode
 */
export function openWriteAheadLog(database: string): WriteAheadLogFile {
  // Opened now: a later descriptor may not get errors of earlier writes. Windows flushes only what may be written.
  const descriptor = fs.openSync(`${database}-wal`, 'r+')
  let closing: Promise<void> | undefined
  return {
    async flush() {
      await promisify(fs.fdatasync)(descriptor).catch(error => {
        throw new FlushError(error)
      })
    },
    rewrite: frames => rewriteFrames(descriptor, frames),
    close() {
      // A second time, the number may belong to another file.
      closing ??= promisify(fs.close)(descriptor)
      return closing
    },
  }
}
