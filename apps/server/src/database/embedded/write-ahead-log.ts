import { type FileHandle, open } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { DatabaseBusyError } from '../retry.ts'
import type { WriteAheadLog } from './log-flusher.ts'

/**
 * The write-ahead log of an open database. SQLite keeps the file for as long as the database is open.
 * @param file of the database
 */
export function openWriteAheadLog(
  database: DatabaseSync,
  file: string,
): WriteAheadLog & { close(): Promise<void> } {
  let opening: Promise<FileHandle> | undefined
  return {
    async flush() {
      // Windows flushes only what may be written.
      opening ??= open(`${file}-wal`, 'r+')
      const handle = await opening.catch((error: unknown) => {
        opening = undefined
        throw error
      })
      await handle.datasync()
    },
    checkpoint() {
      const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number }
      if (busy) throw new DatabaseBusyError('The write-ahead log is being read.')
    },
    async close() {
      const handle = await opening?.catch(() => undefined)
      await handle?.close()
    },
  }
}
