import { setTimeout as wait } from 'node:timers/promises'
import { readCatalogueVersion } from '../catalogue/version-store.ts'
import { isDatabaseUnavailable } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { reportLoad } from '../media/analysis/service-load.ts'
import { type AnalysisOptions, analyseCollection } from './analyse-collection.ts'

/** How often it is looked whether the catalogue has changed, or a rendered sound has come. */
const LOOK_EVERY_MS = 10_000

/**
 * Listens to what nobody has listened to yet, and again whenever the catalogue has changed, until it is
 * stopped. Of several processes on one database one does it; another takes over when that one ends. The analysis yields
 * to each of them, so each reports its load.
 * @returns stops it; resolves when nothing is under way any more
 */
export function analyseInBackground(
  db: Database,
  dataDir: string,
  options: Pick<AnalysisOptions, 'isReady' | 'wanted'> = {},
  lookEveryMs: number = LOOK_EVERY_MS,
): () => Promise<void> {
  const stopReporting = reportLoad(dataDir)
  const stop = new AbortController()
  const { signal } = stop
  const running = (async () => {
    let seen: number | undefined
    for (;;) {
      // Also at first: a start has other things to do.
      await wait(lookEveryMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      let version: number | undefined
      try {
        version = await readCatalogueVersion(db)
        if (version !== seen) {
          const report = await analyseCollection({ ...options, db, dataDir, signal })
          seen = report && report.unready === 0 ? version : undefined
        }
      } catch (error) {
        // A database that is away for a while comes back; anything else is tried again with the next change.
        if (!isDatabaseUnavailable(error)) {
          console.error('The collection could not be listened to:', error)
          seen = version
        }
      }
    }
  })()
  return async () => {
    stopReporting()
    stop.abort()
    await running
  }
}
