import { watch } from 'chokidar'
import { OperatorError } from '../settings.ts'

/** An album that is being copied is taken in once, when it has been quiet for so long. */
const QUIET_MS = 2_000

/**
 * Follows folders until `signal` says stop: runs `takeIn` when something in them has changed and it has been quiet
 * for a moment. One run at a time; what changes meanwhile leads to the next. A run that fails because of
 * the operator's side (an unmounted disk, another import) is said and tried again with the next change.
 */
export async function watchCollection(
  folders: readonly string[],
  takeIn: () => Promise<unknown>,
  signal: AbortSignal,
  quietMs: number = QUIET_MS,
): Promise<void> {
  const watcher = watch([...folders], {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: path => /[\\/]\.[^\\/]/.test(path.slice(longestOf(folders, path))),
  })
  const run = gather(quietMs, async () => {
    try {
      await takeIn()
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof OperatorError)) throw error
      console.error(error.message)
    }
  })
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
      watcher.on('ready', () => console.log('Watching for changes.'))
      watcher.on('all', () => run.soon(reject))
      watcher.on('error', error => console.error(`A folder cannot be watched: ${(error as Error).message}`))
    })
  } finally {
    await watcher.close()
    await run.settle()
  }
}

/** Length of the watched folder that a path lies in: the folder itself may be hidden. */
function longestOf(folders: readonly string[], path: string): number {
  return Math.max(0, ...folders.filter(folder => path.startsWith(folder)).map(folder => folder.length))
}

/** Many calls in a short time become one; calls during the work become one more. */
function gather(quietMs: number, work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  const start = (onError: (error: unknown) => void) => {
    if (running) {
      again = true
      return
    }
    running = work()
      .catch(onError)
      .finally(() => {
        running = undefined
        if (again) {
          again = false
          start(onError)
        }
      })
  }
  return {
    soon(onError: (error: unknown) => void) {
      clearTimeout(timer)
      timer = setTimeout(() => start(onError), quietMs)
    },
    async settle() {
      clearTimeout(timer)
      again = false
      await running
    },
  }
}
