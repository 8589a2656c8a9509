import { isSnapshotId, snapshotTime } from './repository/snapshot-id.ts'
import type { BackupTarget } from './repository/target.ts'

/**
 * Milliseconds until the next backup, 0 if it is due. That follows from the newest snapshot, so it holds across restarts and
 * for all processes.
 */
export async function timeUntilDue(target: BackupTarget, everyMs: number, now = Date.now()): Promise<number> {
  const ids = (await target.list('snapshots/'))
    .map(name => name.slice(name.lastIndexOf('/') + 1))
    .filter(isSnapshotId)
  const last = ids.sort().at(-1)
  return last === undefined ? 0 : Math.max(0, snapshotTime(last) + everyMs - now)
}
