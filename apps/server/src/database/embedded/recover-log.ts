import { sql } from 'kysely'
import type { Database } from '../tables.ts'

/** How long a statement waits for other connections, in milliseconds. */
const NO_WAIT = 0

/**
 * Makes what a failed flush may have lost ready for the next flush: a checkpoint copies it into the database file and
 * empties the log, or while somebody reads from the log, such as a backup, it is written to the log again.
 * @param rewrite writes the frames of the log again; see write-ahead-log.ts
 * @param busyTimeoutMs of the connection
 */
export async function recoverLog(
  db: Database,
  rewrite: (frames: number) => Promise<void>,
  busyTimeoutMs: number,
): Promise<void> {
  await db.connection().execute(async connection => {
    const setTimeout = (ms: number) => sql`pragma busy_timeout = ${sql.lit(ms)}`.execute(connection)
    // Waiting for readers would block the event loop.
    await setTimeout(NO_WAIT)
    try {
      const { rows } = await sql<{ busy: number; log: number }>`pragma wal_checkpoint(truncate)`.execute(
        connection,
      )
      if (!rows[0]?.busy) return
      await sql`begin immediate`.execute(connection)
      try {
        await rewrite(rows[0].log)
      } finally {
        await sql`rollback`.execute(connection)
      }
    } finally {
      await setTimeout(busyTimeoutMs)
    }
  })
}
