import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { isoDate, noInput, success } from '../values.ts'

/** Background work that administrators can pause. */
export const JOBS = ['imports', 'analysis', 'notifications', 'cleanUps', 'backups'] as const
export type JobName = (typeof JOBS)[number]

const job = z.object({
  name: z.enum(JOBS),
  /**
   * `idle` until there is something to do, `starting` once somebody has asked for it, `off` if the settings of the
   * service leave it out.
   */
  state: z.enum(['starting', 'running', 'idle', 'paused', 'off']),
  /** Whether it can be started by hand. */
  canStart: z.boolean(),
  /** Messages that are due; null for other jobs. */
  waiting: z.nullable(z.number()),
  /** When it last ended, or the last message was sent; null if not known. */
  endedAt: z.nullable(isoDate),
  hasFailed: z.boolean(),
  /** Why it failed and what to do; '' if unknown or not failed. */
  problem: z.string(),
})
export type Job = z.infer<typeof job>

const jobList = z.object({ jobs: z.array(job) })

export const fetchJobs = operation({
  name: 'fetchJobs',
  summary: 'The background work of the service, and how it went last.',
  method: 'GET',
  path: '/api/admin/jobs',
  who: 'administrator',
  caching: 'none',
  input: noInput,
  output: jobList,
})

export const pauseJob = operation({
  name: 'pauseJob',
  summary:
    'Pauses a job in all processes, or lets it go on. A running analysis or import stops within seconds, and an import goes on where it was; a running backup ends first. Imports that are started on the command line are not paused.',
  method: 'POST',
  path: '/api/admin/jobs/{name}',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  input: z.strictObject({ name: z.enum(JOBS), isPaused: z.boolean() }),
  output: jobList,
})

/** The refusals to start a job. */
export const JOB_PAUSED = 'This job is paused: resume it.'
export const JOB_RUNS = 'This job is running: wait for it to end.'

export const startJob = operation({
  name: 'startJob',
  summary:
    'Runs a job now: an import scans all folders of music, the loudness analysis looks for tracks it has not measured, notifications that failed are sent again without waiting, clean-ups delete what has expired. 409 while the job is paused, or while an import runs; for clean-ups, which also run while paused, only while they run.',
  method: 'POST',
  path: '/api/admin/jobs/{name}/start',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 409: `${JOB_PAUSED} ${JOB_RUNS}` },
  input: z.strictObject({ name: z.enum(['imports', 'analysis', 'notifications', 'cleanUps']) }),
  output: jobList,
})

/** The refusal of another backup. */
export const BACKUP_RUNS = 'A backup is running: wait for it to end.'
export const NO_BACKUP_TARGET = 'There is no place for backups: set BACKUP_TARGET.'

export const startBackup = operation({
  name: 'startBackup',
  summary:
    'Starts a backup now, also while backups are paused. 409 while one runs, or without BACKUP_TARGET.',
  method: 'POST',
  path: '/api/admin/backup',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 409: BACKUP_RUNS },
  input: noInput,
  output: success,
})
