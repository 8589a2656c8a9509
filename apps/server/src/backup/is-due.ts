import { isSnapshotId, snapshotTime } from './repository/snapshot-id.ts'
import type { BackupTarget } from './repository/target.ts'

/** Clocks of machines that share a place differ a little. */
const CLOCK_TOLERANCE_MS = 300_000

/**
 * Milliseconds until the next backup, 0 if it is due. That follows from the newest snapshot, so it holds across restarts and
 * for all processes. Snapshots from the future do not count: the clock was wrong, and the next one would be years away.
 */
export async function timeUntilDue(target: BackupTarget, everyMs: number, now = Date.now()): Promise<number> {
  const ids = (await target.list('snapshots/'))
    .map(name => name.slice(name.lastIndexOf('/') + 1))
    .filter(isSnapshotId)
  const past = ids.map(snapshotTime).filter(at => at <= now + CLOCK_TOLERANCE_MS)
  return Math.max(0, Math.max(...past) + everyMs - now)
}
