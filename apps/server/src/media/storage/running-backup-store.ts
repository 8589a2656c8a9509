import { databaseTime } from '../../database/database-time.ts'
import type { Database } from '../../database/tables.ts'

/** Name of the lease that a backup holds while it runs. */
export const BACKUP_LEASE = 'backup'

/** A running backup renews its lease every few seconds, but not while the database is away. */
const TOLERANCE_MS = 300_000

/**
 * Whether a backup may run. It stores the files that its snapshot of the database names, so none may be deleted meanwhile.
 * Ask after reading which files are unused: a backup that begins later does not name those.
 */
export async function isBackupRunning(db: Database): Promise<boolean> {
  const lease = await db
    .selectFrom('leases')
    .select(['expires_at', databaseTime(db).as('now')])
    .where('name', '=', BACKUP_LEASE)
    .executeTakeFirst()
  return lease !== undefined && Math.abs(lease.expires_at - lease.now) < TOLERANCE_MS
}
