import { realpath } from 'node:fs/promises'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { readMountPoints } from '../../importing/collection/mount-point-store.ts'
import { UNFINISHED_STATUS } from '../../importing/import-report.ts'
import { findKnownPaths } from '../../importing/phases/known-file-store.ts'
import { readImportRuns } from '../../importing/runs/import-run-store.ts'
import { type PassResult, watchCollection } from '../../importing/watching/watch-collection.ts'
import type { WatchState } from '../../importing/watching/watch-state.ts'
import { replaceWatchedFolders } from '../../importing/watching/watched-folder-store.ts'
import { log } from '../../log/log.ts'
import { isBucketPath } from '../../media/storage/collection-buckets.ts'
import { OperatorError, type Settings } from '../../settings.ts'
import { importInBackground } from '../music.ts'

/** An import that failed has said why. Each try is a process. */
const RETRIES = { retryMs: 15_000, longestRetryMs: 600_000 }

interface WatchMusic {
  readonly db: Database
  readonly settings: Settings
  readonly folders: readonly string[]
  /** Called when an import has ended. */
  readonly onImport: () => void
  /** Called if watching has ended by itself. */
  readonly onEnd: () => void
}

/**
 * Watches folders in this process, and imports what changes in a process that ends afterwards.
 * @returns a function that stops both and resolves when they have ended
 */
export function watchMusic({ db, settings, folders, onImport, onEnd }: WatchMusic) {
  const stop = new AbortController()
  const { signal } = stop
  const running = (async () => {
    const real = await Promise.all(folders.map(toRealPath))
    await watchCollection({
      folders: real,
      dataDir: await toRealPath(settings.dataDir),
      async importFolders() {
        const result = await importOnce(db, folders, settings.music, signal)
        onImport()
        return result
      },
      importsFirst: true,
      mountPoints: async () => (await readMountPoints(db)).map(point => point.path),
      findKnown: paths => findKnownPaths(db, paths),
      schedule: settings.scan,
      times: RETRIES,
      onState: state => void storeState(db, folders, state),
      signal,
    })
  })()
  const ended = running
    .catch(error => {
      if (!signal.aborted) log.error('The folders cannot be watched', { err: error })
    })
    .then(onEnd)
  return async () => {
    stop.abort()
    await ended
  }
}

/** By the names that administrators know, in the same order. A database that is away learns of the next state. */
function storeState(
  db: Database,
  names: readonly string[],
  { folders, nextWalkAt }: WatchState,
): Promise<void> {
  const named = folders.map((folder, n) => ({ ...folder, path: names[n] ?? folder.path }))
  return write(db, tx => replaceWatchedFolders(tx, { folders: named, nextWalkAt })).catch(() => {})
}

/** @throws OperatorError if the import failed, which it has logged; the reason of `signal` once it is aborted */
async function importOnce(
  db: Database,
  folders: readonly string[],
  given: readonly string[],
  signal: AbortSignal,
): Promise<PassResult> {
  const [before] = await readImportRuns(db, 1)
  // Nobody would stop an import that begins after this.
  signal.throwIfAborted()
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const stop = importInBackground(folders, resolve, { args: ['--wait', '--routine'], given })
  signal.addEventListener('abort', stop)
  const status = await promise
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (status === null || ![0, 2, UNFINISHED_STATUS].includes(status))
    throw new OperatorError(
      'The folders could not be imported: see the message before. The service tries again.',
    )
  const [last] = await readImportRuns(db, 1)
  const isChanged = last !== undefined && last.id !== before?.id && last.added + last.changed + last.moved > 0
  return { isChanged, isUnfinished: status === UNFINISHED_STATUS }
}

function toRealPath(path: string): Promise<string> {
  return isBucketPath(path) ? Promise.resolve(path) : realpath(path).catch(() => path)
}
