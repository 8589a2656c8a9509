import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { log } from '../../log/log.ts'
import { isFresh, tryLease } from '../lease.ts'
import { readLease } from '../lease-store.ts'

/** Held by the process whose program watches the folders. */
export const WATCH_LEASE = 'watch'

interface WatchTimes {
  /** Interval of checks whether watching is wanted, and which folders. */
  readonly lookMs: number
  /** Pause before a program that ended is started again. */
  readonly restartMs: number
}

const TIMES: WatchTimes = { lookMs: 5_000, restartMs: 60_000 }

interface WatchParts {
  readonly db: Database
  /** The folders to watch; none while watching is off. */
  readonly readFolders: () => Promise<readonly string[]>
  /** Starts the program that watches. @returns a function that stops it and resolves when it has ended */
  readonly start: (folders: readonly string[], onEnd: () => void) => () => Promise<void>
  readonly times?: WatchTimes
}

/**
 * Watches the folders of music while that is switched on. Of several processes on one database one does it; another takes
 * over when that one ends.
 * @returns a function that stops it and resolves when it has ended
 */
export function watchInBackground({ times = TIMES, ...parts }: WatchParts): () => Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => {})
  const running = (async () => {
    while (!signal.aborted) {
      try {
        const hasEnded = await watchWhileWanted(parts, times.lookMs, signal)
        if (hasEnded) await pause(times.restartMs)
      } catch (error) {
        if (!isDatabaseUnavailable(error)) log.error('The folders cannot be watched', { err: error })
      }
      await pause(times.lookMs)
    }
  })()
  return async () => {
    stop.abort()
    await running
  }
}

/** Returns when watching is switched off, other folders are to be watched, or another process has taken over. @returns whether the program ended by itself */
async function watchWhileWanted(
  { db, readFolders, start }: Omit<WatchParts, 'times'>,
  lookMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const folders = await readFolders()
  if (folders.length === 0 || (await isHeld(db))) return false
  const lease = await tryLease(db, WATCH_LEASE, 'Another process watches the folders now.')
  if (typeof lease === 'string') return false
  const until = AbortSignal.any([signal, lease.lost])
  const ended = new AbortController()
  const stopProgram = start(folders, () => ended.abort())
  const quit = AbortSignal.any([until, ended.signal])
  try {
    while (!quit.aborted && isSame(folders, await readFolders().catch(() => folders))) {
      await wait(lookMs, undefined, { signal: quit }).catch(() => {})
    }
    return ended.signal.aborted
  } finally {
    await stopProgram()
    await lease.release()
  }
}

/** Whether another process holds the lease and renews it. */
async function isHeld(db: Database): Promise<boolean> {
  const lease = await readLease(db, WATCH_LEASE)
  return lease !== undefined && isFresh(lease)
}

const isSame = (some: readonly string[], others: readonly string[]) => some.join('\n') === others.join('\n')
