import type { Database } from '../../database/tables.ts'

/** Name of the lease that a backup holds while it runs. */
export const BACKUP_LEASE = 'backup'

/** A running backup renews its lease every few seconds; the clocks of machines differ a little. */
const CLOCK_TOLERANCE_MS = 300_000

/**
 * Whether a backup may run. It stores the files that its snapshot of the database names, so none may be deleted meanwhile.
 * Ask after reading which files are unused: a backup that begins later does not name those.
 */
export async function isBackupRunning(db: Database): Promise<boolean> {
  const lease = await db
    .selectFrom('leases')
    .select('expires_at')
    .where('name', '=', BACKUP_LEASE)
    .executeTakeFirst()
  return lease !== undefined && Math.abs(lease.expires_at - Date.now()) < CLOCK_TOLERANCE_MS
}
