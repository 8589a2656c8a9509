import type { Attention, Overview } from '@refrain/contract/administration/overview'
import { timeUntilDue } from '../../backup/is-due.ts'
import { openTarget } from '../../backup/open-target.ts'
import type { Database } from '../../database/tables.ts'
import { readImportStatus } from '../../importing/status/import-status-store.ts'
import { isInContainer } from '../../is-in-container.ts'
import { readJobs } from '../../jobs/job-store.ts'
import type { Settings } from '../../settings.ts'

/** A disk is nearly full with less than these bytes left, and less than this share of it. */
const LITTLE_BYTES = 20e9
const LITTLE_SHARE = 0.05
/** A backup is overdue after so many intervals: it takes its time, and a failed one is tried again. */
const OVERDUE_INTERVALS = 2

/** What the service can write. */
export interface Writable {
  readonly dataFolder: boolean
  readonly database: boolean
}

/** What an administrator should look at, the most urgent first. */
export async function findAttention(
  db: Database,
  settings: Settings,
  { disk, errors, writable }: Pick<Overview, 'disk' | 'errors'> & { readonly writable: Writable },
  uid = process.getuid?.(),
): Promise<Attention[]> {
  const lastImport = await readImportStatus(db)
  const jobs = await readJobs(db)
  const found: Readonly<Record<Attention, boolean>> = {
    dataFolderReadOnly: !writable.dataFolder,
    databaseReadOnly: !writable.database,
    diskNearlyFull: disk.free < Math.min(disk.size * LITTLE_SHARE, LITTLE_BYTES),
    errors: errors > 0,
    importFailed: lastImport !== undefined && !lastImport.isRunning && lastImport.problem !== '',
    backupOverdue: await isBackupOverdue(settings),
    // The last import has an entry of its own.
    jobFailed: jobs.some(({ name, failed }) => failed === 1 && name !== 'imports'),
    jobPaused: jobs.some(({ paused }) => paused === 1),
    noBackups: settings.backupTarget === '',
    rateLimitsOff: settings.rateLimitScale === 0,
    runningAsRoot: uid === 0 && !isInContainer(),
  }
  return (Object.keys(found) as Attention[]).filter(kind => found[kind])
}

/** Of backups in a folder only: listing those in a bucket costs requests. True if none was ever made. */
async function isBackupOverdue(settings: Settings): Promise<boolean> {
  const { backupTarget, backupEvery } = settings
  if (backupEvery === 0 || backupTarget.startsWith('s3:')) return false
  try {
    const target = await openTarget(backupTarget, settings)
    return (await timeUntilDue(target, OVERDUE_INTERVALS * backupEvery)) === 0
  } catch {
    // The folder is away, such as a disk that is not mounted.
    return true
  }
}
