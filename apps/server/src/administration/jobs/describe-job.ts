import type { Job, JobName } from '@refrain/contract/administration/jobs'
import type { Selectable } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { ANALYSIS_LEASE } from '../../importing/analysis/analyse-collection.ts'
import { IMPORT_LEASE } from '../../importing/lease.ts'
import { isLeased } from '../../importing/lease-store.ts'
import { readImportStatus } from '../../importing/status/import-status-store.ts'
import type { CleanUps } from '../../jobs/clean-ups.ts'
import { readJobs } from '../../jobs/job-store.ts'
import type { JobRow } from '../../jobs/tables.ts'
import { BACKUP_LEASE } from '../../media/storage/running-backup-store.ts'
import { findScannable } from '../collection/collection-folders.ts'
import type { CollectionParts } from '../collection/collection-parts.ts'
import { readDeliveryFacts } from './job-facts-store.ts'

export interface JobParts {
  readonly db: Database
  readonly cleanUps: CleanUps
  /** What imports need. */
  readonly collection: CollectionParts
  /** Where backups go, '' if nowhere. */
  readonly backupTarget: string
  /** Interval of scheduled backups in milliseconds, 0 without. */
  readonly backupEvery: number
  /**
   * Runs a backup in a process of its own, until it has ended, and never rejects. Without it, none can be started in the
   * browser.
   */
  readonly startBackup?: (() => Promise<void>) | undefined
}

/** A request that nothing has followed for so long is given up, in milliseconds. */
const STARTING_MS = 60_000
/** Held by the process that does it. */
const LEASES = { imports: IMPORT_LEASE, analysis: ANALYSIS_LEASE, backups: BACKUP_LEASE } as const

/** A job as administrators see it. */
export async function describeJob(parts: JobParts, name: JobName): Promise<Job> {
  const { db, backupEvery } = parts
  const row = (await readJobs(db)).find(job => job.name === name)
  const deliveries = name === 'notifications' ? await readDeliveryFacts(db, Date.now()) : undefined
  const isRunning = name === 'notifications' ? (deliveries?.due ?? 0) > 0 : await isJobRunning(parts, name)
  const isOff = name === 'backups' && backupEvery === 0
  const isPaused = row?.paused === 1
  const endedAt = deliveries ? deliveries.sentAt : (row?.ended_at ?? null)
  const otherwise = isStarting(parts, name, row) ? 'starting' : isOff ? 'off' : 'idle'
  return {
    name,
    state: isPaused ? 'paused' : isRunning ? 'running' : otherwise,
    canStart: await canStart(parts, name, isPaused),
    waiting: deliveries?.due ?? null,
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    hasFailed: row?.failed === 1,
    problem: row?.problem ?? '',
  }
}

async function isJobRunning(
  { db, cleanUps }: JobParts,
  name: Exclude<JobName, 'notifications'>,
): Promise<boolean> {
  if (name === 'cleanUps') return cleanUps.isRunning
  // Pausing imports does not stop that of the sample catalogue.
  if (name === 'imports' && (await readImportStatus(db))?.sample === 1) return false
  return isLeased(db, LEASES[name])
}

async function canStart(
  { collection, backupTarget }: JobParts,
  name: JobName,
  isPaused: boolean,
): Promise<boolean> {
  if (name === 'backups') return backupTarget !== ''
  if (name === 'cleanUps') return true
  if (isPaused || name !== 'imports') return !isPaused
  const { db, music, startImport } = collection
  return startImport !== undefined && (await findScannable(db, music)).length > 0
}

/** Whether somebody has asked for it, and no process has begun. */
function isStarting({ collection }: JobParts, name: JobName, row: Selectable<JobRow> | undefined): boolean {
  if (name === 'imports') return collection.startedImport()?.sample === false
  if (name !== 'analysis' && name !== 'backups') return false
  const requestedAt = row?.requested_at ?? 0
  // One that could not be started has ended, too.
  const since = Math.max(row?.started_at ?? 0, row?.ended_at ?? 0)
  return requestedAt > since && Date.now() - requestedAt < STARTING_MS
}
