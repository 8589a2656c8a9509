import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { isPaused, updateJob } from '../jobs/job-store.ts'
import { childStdio, logChildOutput } from '../log/child-output.ts'
import { log } from '../log/log.ts'
import { OperatorError, type Settings } from '../settings.ts'
import { guardChild } from '../workers/guard-child.ts'
import { timeUntilDue } from './is-due.ts'
import { openTarget } from './open-target.ts'
import { checkScheduledTarget } from './used-targets.ts'

const PROGRAM = fileURLToPath(new URL('../bin/backup.ts', import.meta.url))
/** The start of the service has priority. */
const FIRST_LOOK_MS = 30_000
/** Another process may have made a backup, or somebody may have deleted it. */
const MAX_SLEEP_MS = 3_600_000
/** After a failure, while another process makes the backup, and while backups are paused. */
const RETRY_MS = 600_000

interface ScheduleOptions {
  /** Makes a backup unless it is no longer due. @returns whether it succeeded */
  readonly run?: (signal: AbortSignal) => Promise<boolean>
  readonly firstLookMs?: number
  readonly retryMs?: number
}

/**
 * Makes a backup whenever the newest one is older than the settings allow. It runs in a process of its own, so that requests are not
 * delayed; of several services on one database only one makes it.
 * @returns a function that stops it and resolves when it has ended
 */
export function scheduleBackups(
  db: Database,
  settings: Settings,
  options: ScheduleOptions = {},
): () => Promise<void> {
  const { backupEvery: everyMs } = settings
  if (everyMs === 0) return async () => {}
  const {
    run = (until: AbortSignal) => runProgram(until),
    firstLookMs = FIRST_LOOK_MS,
    retryMs = RETRY_MS,
  } = options
  const stop = new AbortController()
  const { signal } = stop
  const running = (async () => {
    for (let sleep = firstLookMs; ; ) {
      await wait(sleep, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      try {
        if (await isPaused(db, 'backups')) {
          sleep = retryMs
          continue
        }
        const target = await openTarget(settings.backupTarget, settings)
        // Another service's snapshots would make ours appear done.
        await checkScheduledTarget(db, target)
        const left = await timeUntilDue(target, everyMs)
        const isDone = left > 0 || (await run(signal))
        if (!isDone && !signal.aborted) await recordFailure(db)
        sleep = isDone ? Math.min(left || everyMs, MAX_SLEEP_MS) : retryMs
      } catch (error) {
        const { message } = error as Error
        await recordFailure(db, error instanceof OperatorError ? message : '')
        log.error(
          error instanceof OperatorError
            ? `No backup is made, retrying: ${message}`
            : `The backups in ${settings.backupTarget} cannot be read (${message}): retrying.`,
        )
        sleep = retryMs
      }
    }
  })()
  return async () => {
    stop.abort()
    await running
  }
}

/** The child prints what it has done, or what has failed. */
async function runProgram(signal: AbortSignal, args = ['--scheduled']): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: childStdio() })
  guardChild(child)
  logChildOutput(child, 'backup')
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  try {
    // All of its output has been read then.
    const [status] = await once(child, 'close')
    return status === 0
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Makes a backup now, whether it is due or not. */
export async function backUpNow(db: Database, signal: AbortSignal): Promise<void> {
  const isDone = await runProgram(signal, []).catch(error => {
    log.error('The backup could not be started.', { err: error })
    return false
  })
  if (!isDone && !signal.aborted) await recordFailure(db)
}

/** For administrators. @param problem undefined if the program has stored it, as far as it came */
async function recordFailure(db: Database, problem?: string): Promise<void> {
  const failure = { ended_at: Date.now(), failed: 1, ...(problem !== undefined && { problem }) }
  // A database outage is logged by others.
  await write(db, tx => updateJob(tx, 'backups', failure)).catch(() => {})
}
