import {
  BACKUP_RUNS,
  fetchJobs,
  JOB_PAUSED,
  JOB_RUNS,
  JOBS,
  NO_BACKUP_TARGET,
  pauseJob,
  startBackup,
  startJob,
} from '@refrain/contract/administration/jobs'
import type { FastifyInstance } from 'fastify'
import { write } from '../../database/retry.ts'
import { bind } from '../../http/bind.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import { isLeased } from '../../importing/lease-store.ts'
import { isPaused, resumeJob, updateJob } from '../../jobs/job-store.ts'
import { BACKUP_LEASE } from '../../media/storage/running-backup-store.ts'
import { sendFailedNow } from '../../notifications/outbox/delivery-store.ts'
import { recordAction } from '../audit/record-action.ts'
import { resumeImports, startImport } from '../collection/start-import.ts'
import { describeJob, type JobParts } from './describe-job.ts'

/** Registers what administrators see of the background work, and can do with it. */
export function registerJobs(app: FastifyInstance, parts: JobParts): void {
  const { db, cleanUps } = parts
  const list = async () => ({ jobs: await Promise.all(JOBS.map(name => describeJob(parts, name))) })
  bind(app, fetchJobs, list)
  bind(app, pauseJob, async ({ name, isPaused }, by) => {
    const isResumed = await write(db, async tx => {
      if (!isPaused && !(await resumeJob(tx, name))) return false
      if (isPaused) await updateJob(tx, name, { paused: 1 })
      await recordAction(tx, by, isPaused ? 'pausedJob' : 'resumedJob', { detail: name })
      return !isPaused
    })
    if (isResumed && name === 'imports') await resumeImports(parts.collection)
    return list()
  })
  bind(app, startJob, async ({ name }, by) => {
    if (name === 'imports') {
      await startImport(parts.collection, by)
      return list()
    }
    if (name === 'cleanUps' && cleanUps.isRunning) throw new RequestError(409, JOB_RUNS)
    if (name !== 'cleanUps' && (await isPaused(db, name))) throw new RequestError(409, JOB_PAUSED)
    const now = Date.now()
    await write(db, async tx => {
      await updateJob(tx, name, { requested_at: now })
      if (name === 'notifications') await sendFailedNow(tx, now)
      await recordAction(tx, by, 'startedJob', { detail: name })
    })
    if (name === 'cleanUps') void cleanUps.run()
    return list()
  })
  registerBackups(app, parts)
}

function registerBackups(app: FastifyInstance, { db, backupTarget, startBackup: start }: JobParts): void {
  /** From the request until its program has ended: the program takes the lease only after a while. */
  let isStarted = false
  bind(app, startBackup, async (_, by) => {
    if (!start || backupTarget === '') throw new RequestError(409, NO_BACKUP_TARGET)
    if (isStarted) throw new RequestError(409, BACKUP_RUNS)
    isStarted = true
    try {
      if (await isLeased(db, BACKUP_LEASE)) throw new RequestError(409, BACKUP_RUNS)
      await write(db, async tx => {
        await updateJob(tx, 'backups', { requested_at: Date.now(), failed: 0, problem: '' })
        await recordAction(tx, by, 'startedBackup')
      })
    } catch (error) {
      isStarted = false
      throw error
    }
    void start().finally(() => {
      isStarted = false
    })
    return { success: true as const }
  })
}
