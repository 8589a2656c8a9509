import type { Database } from '../database/tables.ts'
import { tryLease } from '../importing/lease.ts'
import { BACKUP_LEASE } from '../media/storage/running-backup-store.ts'

/**
 * Runs a backup unless another process on the same database is running one. Meanwhile no unused picture is deleted.
 * @param work gets a signal that is aborted when another process takes over
 * @returns undefined if another process runs a backup
 */
export async function runAlone<T>(
  db: Database,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  const lease = await tryLease(db, BACKUP_LEASE, 'Another process has taken over the backup. This one stops.')
  if (typeof lease === 'string') return undefined
  try {
    return { result: await work(lease.lost) }
  } finally {
    await lease.release()
  }
}
