import { setTimeout as wait } from 'node:timers/promises'
import { type FSWatcher, watch } from 'chokidar'
import { OperatorError } from '../settings.ts'
import { deviceOf } from './device-of.ts'
import { keepTrying, RETRY_TIMES, type RetryTimes, whyDatabaseAway } from './keep-trying.ts'
import { readMountState } from './mount-state.ts'

export interface WatchTimes extends RetryTimes {
  /** An album that is being copied is imported once, when nothing has changed for so long. */
  readonly quietMs: number
  /** How often to look whether a disk was mounted or unmounted. */
  readonly mountsMs: number
  /** How often to walk the folders, whatever was noticed. */
  readonly walkMs: number
}

const TIMES: WatchTimes = { quietMs: 2_000, mountsMs: 15_000, walkMs: 600_000, ...RETRY_TIMES }

export interface WatchOptions {
  readonly folders: readonly string[]
  /** Imports the folders; tells whether anything had changed. */
  readonly takeIn: () => Promise<boolean>
  /** Where disks were mounted before. */
  readonly mountPoints: () => Promise<readonly string[]>
  readonly signal: AbortSignal
  readonly times?: Partial<WatchTimes>
}

/**
 * Follows folders until `signal` is aborted: imports them when something in them has changed, when a disk was mounted
 * or unmounted, and now and then for what nobody noticed. Imports run one at a time. A failure that an operator can
 * mend, or a database that is away, is logged, and the import tried again for as long as it takes.
 */
export async function watchCollection(options: WatchOptions): Promise<void> {
  const { folders, signal } = options
  const times = { ...TIMES, ...options.times }
  const run = gather(times.quietMs, async () => {
    await checkMounts()
    return keepTrying(options.takeIn, { whyPassing: whyNotNow, signal, times }).catch(error => {
      if (signal.aborted) return false
      throw error
    })
  })
  const watcher = restartable(folders, run.soon)
  let points: readonly string[] = []
  let before = ''

  /** @returns true where a disk was mounted or unmounted since the last look */
  async function checkMounts(): Promise<boolean> {
    points = await options.mountPoints().catch(() => points)
    const now = await readMountState(folders, points)
    const isFirst = before === ''
    const isOther = now !== before
    before = now
    if (isFirst || !(isOther || (await watcher.hasLostFolders()))) return false
    await watcher.restart()
    return true
  }

  async function followMounts(): Promise<void> {
    await checkMounts()
    while (await pause(times.mountsMs, signal)) if (await checkMounts()) run.soon()
  }

  async function walkNowAndThen(): Promise<void> {
    while (await pause(times.walkMs, signal)) {
      // What only a walk finds shows that the watcher has lost its folders.
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

function whyNotNow(error: unknown): string | undefined {
  return error instanceof OperatorError ? error.message : whyDatabaseAway(error)
}

/** A watcher for folders that can begin anew: the system drops its watches on a disk that is unmounted. */
function restartable(folders: readonly string[], onChange: () => void) {
  /** Folders that it took for removed. */
  const removed = new Set<string>()
  function start(): FSWatcher {
    const started = watch([...folders], {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: path => /[\\/]\.[^\\/]/.test(path.slice(longestOf(folders, path))),
    })
    started.on('all', onChange)
    started.on('unlinkDir', path => removed.add(path))
    started.on('addDir', path => removed.delete(path))
    started.on('error', error => console.error(`A folder cannot be watched: ${(error as Error).message}`))
    return started
  }
  let watcher = start()
  let restarting = Promise.resolve()
  watcher.once('ready', () => console.log('Watching for changes.'))
  return {
    /** True where a folder is there that it took for removed, such as one whose disk was mounted again. */
    async hasLostFolders(): Promise<boolean> {
      const devices = await Promise.all(Array.from(removed, deviceOf))
      return devices.some(device => device !== undefined)
    },
    restart(): Promise<void> {
      restarting = restarting.then(async () => {
        await watcher.close()
        removed.clear()
        watcher = start()
        // For what changes before it is ready.
        watcher.once('ready', onChange)
      })
      return restarting
    },
    async close(): Promise<void> {
      await restarting
      await watcher.close()
    },
  }
}

/** Length of the watched folder that a path lies in: the folder itself may be hidden. */
function longestOf(folders: readonly string[], path: string): number {
  return Math.max(0, ...folders.filter(folder => path.startsWith(folder)).map(folder => folder.length))
}

/** Makes one run of many calls in a short time. Calls during a run lead to one more. */
function gather(quietMs: number, work: () => Promise<boolean>) {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  let timer: NodeJS.Timeout | undefined
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
    /** Rejects with the first error that `work` ends with. */
    failed: failed.promise,
    now,
    soon() {
      clearTimeout(timer)
      timer = setTimeout(now, quietMs)
    },
    async settle() {
      clearTimeout(timer)
      isWanted = false
      await running
    },
  }
}
