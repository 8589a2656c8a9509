import type { JobName } from '@refrain/contract/administration/jobs'
import { storageFailureOf } from '../database/error-kinds.ts'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { OperatorError } from '../settings.ts'
import { isPaused, updateJob } from './job-store.ts'

/**
 * Runs a job and stores when it ran and whether it failed, for administrators. Runs it also while nothing can be stored: it
 * may be what frees space on a full disk.
 */
export async function recordJob<T>(db: Database, name: JobName, work: () => Promise<T>): Promise<T> {
  await record(db, name, { started_at: Date.now() })
  let result: T
  try {
    result = await work()
  } catch (error) {
    const problem = error instanceof OperatorError ? error.message : ''
    const failure = { ended_at: Date.now(), failed: 1, problem }
    // The database may be what failed.
    await write(db, tx => updateJob(tx, name, failure)).catch(() => {})
    throw error
  }
  await record(db, name, { ended_at: Date.now(), failed: 0, problem: '' })
  return result
}

/** @throws Error if the database fails for another reason than the disk */
function record(db: Database, name: JobName, values: Parameters<typeof updateJob>[2]): Promise<void> {
  return write(db, tx => updateJob(tx, name, values)).catch(error => {
    if (storageFailureOf(error) === undefined) throw error
  })
}

/**
 * Runs work that stops when its job is paused, by whichever process.
 * @param lookEveryMs interval of checks whether it is
 * @returns undefined if the job was paused before or meanwhile
 */
export async function runUnlessPaused<T>(
  db: Database,
  name: JobName,
  { signal, lookEveryMs }: { readonly signal: AbortSignal; readonly lookEveryMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  if (await isPaused(db, name)) return undefined
  const paused = new AbortController()
  const timer = setInterval(() => {
    isPaused(db, name).then(
      is => is && paused.abort(),
      () => {},
    )
  }, lookEveryMs)
  try {
    const result = await work(AbortSignal.any([signal, paused.signal]))
    return paused.signal.aborted ? undefined : result
  } finally {
    clearInterval(timer)
  }
}
