import {
  BACKUP_RUNS,
  fetchJobs,
  JOBS,
  type Job,
  type JobName,
  NO_BACKUP_TARGET,
  pauseJob,
  startBackup,
} from '@refrain/contract/administration/jobs'
import type { FastifyInstance } from 'fastify'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import { ANALYSIS_LEASE } from '../../importing/analysis/analyse-collection.ts'
import { readJobs, updateJob } from '../../jobs/job-store.ts'
import { BACKUP_LEASE } from '../../media/storage/running-backup-store.ts'
import { recordAction } from '../audit/record-action.ts'
import { isLeased, readDeliveryFacts } from './job-facts-store.ts'

export interface JobParts {
  readonly db: Database
  /** Where backups go, '' if nowhere. */
  readonly backupTarget: string
  /** Interval of scheduled backups in milliseconds, 0 without. */
  readonly backupEvery: number
  /** Starts a backup in a process of its own. Without it, none can be started in the browser. */
  readonly startBackup?: (() => void) | undefined
}

/** Registers what administrators see of the background work, and can do with it. */
export function registerJobs(app: FastifyInstance, parts: JobParts): void {
  const { db } = parts
  const list = async () => ({ jobs: await Promise.all(JOBS.map(name => describeJob(parts, name))) })
  bind(app, fetchJobs, list)
  bind(app, pauseJob, async ({ name, isPaused }, by) => {
    await write(db, async tx => {
      await updateJob(tx, name, { paused: isPaused ? 1 : 0 })
      await recordAction(tx, by, isPaused ? 'pausedJob' : 'resumedJob', { detail: name })
    })
    return list()
  })
  bind(app, startBackup, async (_, by) => {
    const { startBackup: start, backupTarget } = parts
    if (!start || backupTarget === '') throw new RequestError(409, NO_BACKUP_TARGET)
    if (await isLeased(db, BACKUP_LEASE, Date.now())) throw new RequestError(409, BACKUP_RUNS)
    await write(db, async tx => {
      await updateJob(tx, 'backups', { failed: 0, problem: '' })
      await recordAction(tx, by, 'startedBackup')
    })
    start()
    return { success: true as const }
  })
}

async function describeJob({ db, backupEvery, backupTarget }: JobParts, name: JobName): Promise<Job> {
  const row = (await readJobs(db)).find(job => job.name === name)
  const now = Date.now()
  const deliveries = name === 'notifications' ? await readDeliveryFacts(db, now) : undefined
  const lease = name === 'backups' ? BACKUP_LEASE : ANALYSIS_LEASE
  const isRunning = deliveries ? deliveries.due > 0 : await isLeased(db, lease, now)
  const isOff = name === 'backups' && backupEvery === 0
  const endedAt = deliveries ? deliveries.sentAt : (row?.ended_at ?? null)
  return {
    name,
    state: row?.paused === 1 ? 'paused' : isRunning ? 'running' : isOff ? 'off' : 'idle',
    canStart: name === 'backups' && backupTarget !== '',
    waiting: deliveries?.due ?? null,
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    hasFailed: row?.failed === 1,
    problem: row?.problem ?? '',
  }
}
