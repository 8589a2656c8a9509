import { setTimeout as wait } from 'node:timers/promises'
import { type FSWatcher, watch } from 'chokidar'
import { log } from '../../log/log.ts'
import { OperatorError } from '../../settings.ts'
import { isWithin } from './album-folders.ts'
import { chooseWait } from './choose-wait.ts'
import { readDevice } from './device.ts'
import { describeMounts } from './mount-state.ts'
import { describeOutage, RETRY_TIMES, type RetryTimes, retryWithBackoff } from './retry-with-backoff.ts'

export interface WatchTimes extends RetryTimes {
  /** Time without events before an import starts, so that an album being copied is imported once. */
  readonly quietMs: number
  /** The same if only files changed that were there before, as a tag editor does. */
  readonly changeMs: number
  /** Interval of checks for mounted or unmounted disks. */
  readonly mountsMs: number
  /** Interval of imports without any event. */
  readonly walkMs: number
}

const TIMES: WatchTimes = { quietMs: 2_000, changeMs: 100, mountsMs: 15_000, walkMs: 600_000, ...RETRY_TIMES }

export interface WatchOptions {
  readonly folders: readonly string[]
  /** Folder of the service's own files, whose changes are none of music. */
  readonly dataDir?: string
  /** Imports the folders. @returns whether anything had changed */
  readonly importFolders: () => Promise<boolean>
  /** Reads the stored mount points. */
  readonly mountPoints: () => Promise<readonly string[]>
  readonly signal: AbortSignal
  readonly times?: Partial<WatchTimes>
}

/**
 * Imports folders whenever they change, until `signal` is aborted: on file system events, when a disk is mounted or
 * unmounted, and at a fixed interval for changes without an event. Imports run one at a time. Errors that an operator
 * can fix and database outages are logged, and the import is retried indefinitely.
 */
export async function watchCollection(options: WatchOptions): Promise<void> {
  const { folders, signal } = options
  const times = { ...TIMES, ...options.times }
  const waitAfter = chooseWait(times)
  const run = debounce(async () => {
    await checkMounts()
    return retryWithBackoff(options.importFolders, {
      describeTemporary: describeRetryable,
      signal,
      times,
    }).catch(error => {
      if (signal.aborted) return false
      throw error
    })
  })
  const watcher = createWatcher(options, (event, path) => run.soon(waitAfter(event, path)))
  let points: readonly string[] = []
  let before = ''

  /** @returns true if a disk was mounted or unmounted since the last check */
  async function checkMounts(): Promise<boolean> {
    points = await options.mountPoints().catch(() => points)
    const now = await describeMounts(folders, points)
    const isFirst = before === ''
    const isOther = now !== before
    before = now
    if (isFirst || !(isOther || (await watcher.hasLostFolders()))) return false
    await watcher.restart()
    return true
  }

  async function followMounts(): Promise<void> {
    await checkMounts()
    while (await pause(times.mountsMs, signal)) if (await checkMounts()) run.soon(times.quietMs)
  }

  async function walkNowAndThen(): Promise<void> {
    while (await pause(times.walkMs, signal)) {
      // A change without an event shows that the watcher has lost its folders.
      if (await run.now()) await watcher.restart()
    }
  }

  try {
    await Promise.race([run.failed, Promise.all([followMounts(), walkNowAndThen()])])
  } finally {
    await watcher.close()
    await run.settle()
  }
}

/** @returns false once `signal` is aborted */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return wait(ms, undefined, { signal }).then(
    () => true,
    () => false,
  )
}

/** The message for a database outage, or for what an operator can mend; undefined for any other error. */
export function describeRetryable(error: unknown): string | undefined {
  return error instanceof OperatorError ? error.message : describeOutage(error)
}

/** A restartable watcher: the system drops the watches on a disk that is unmounted. */
function createWatcher(
  { folders, dataDir }: Pick<WatchOptions, 'folders' | 'dataDir'>,
  onEvent: (event: string, path: string) => void,
) {
  const excluded = folders.some(folder => dataDir && isWithin(dataDir, folder)) ? undefined : dataDir
  /** Folders that the watcher reported as removed. */
  const removed = new Set<string>()
  function start(): FSWatcher {
    const started = watch([...folders], {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: path =>
        (excluded !== undefined && isWithin(excluded, path)) ||
        /[\\/]\.[^\\/]/.test(path.slice(longestOf(folders, path))),
    })
    started.on('all', onEvent)
    started.on('unlinkDir', path => removed.add(path))
    started.on('addDir', path => removed.delete(path))
    started.on('error', error => log.error(`Cannot watch a folder: ${(error as Error).message}`))
    return started
  }
  let watcher = start()
  let restarting = Promise.resolve()
  watcher.once('ready', () => log.info('Watching for changes.'))
  return {
    /** True if a folder exists that the watcher reported as removed, for example because its disk was mounted again. */
    async hasLostFolders(): Promise<boolean> {
      const paths = [...removed]
      const devices = await Promise.all(paths.map(readDevice))
      if (devices.some(device => device !== undefined)) return true
      // Nobody reports it when the top folder is back; folders in it, the watcher does.
      for (const path of paths) if (!folders.includes(path)) removed.delete(path)
      return false
    },
    restart(): Promise<void> {
      restarting = restarting.then(async () => {
        await watcher.close()
        removed.clear()
        watcher = start()
        // Changes before the watcher is ready have no event.
        watcher.once('ready', () => onEvent('ready', ''))
      })
      return restarting
    },
    async close(): Promise<void> {
      await restarting
      await watcher.close()
    },
  }
}

/** Length of the watched folder that contains a path; the folder itself may be hidden. */
function longestOf(folders: readonly string[], path: string): number {
  return Math.max(0, ...folders.filter(folder => path.startsWith(folder)).map(folder => folder.length))
}

/**
 * Runs `work` once it was quiet. A shorter wait does not replace a longer one. Calls during a run lead to one more run.
 */
function debounce(work: () => Promise<boolean>) {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  let dueAt = 0
  let running: Promise<boolean> | undefined
  let isWanted = false
  function now(): Promise<boolean> {
    if (running) {
      isWanted = true
      return running
    }
    running = work()
      .catch(error => {
        failed.reject(error)
        return false
      })
      .finally(() => {
        running = undefined
        if (isWanted) {
          isWanted = false
          void now()
        }
      })
    return running
  }
  return {
    /** Rejects with the first error of `work`. */
    failed: failed.promise,
    now,
    soon(waitMs: number) {
      const at = performance.now() + waitMs
      if (at < dueAt) return
      dueAt = at
      clearTimeout(timer)
      timer = setTimeout(now, waitMs)
    },
    async settle() {
      clearTimeout(timer)
      isWanted = false
      await running
    },
  }
}
