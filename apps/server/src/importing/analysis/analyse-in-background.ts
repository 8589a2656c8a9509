import { setTimeout as wait } from 'node:timers/promises'
import { readCatalogueVersion } from '../../catalogue/version-store.ts'
import { isDatabaseUnavailable } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { readRequestedAt } from '../../jobs/job-store.ts'
import { runUnlessPaused } from '../../jobs/run-job.ts'
import { log } from '../../log/log.ts'
import { reportLoad } from '../../media/analysis/service-load.ts'
import { IMPORT_LEASE } from '../lease.ts'
import { isLeased } from '../lease-store.ts'
import { type AnalysisOptions, analyseCollection } from './analyse-collection.ts'

/** Interval of checks for a changed catalogue or newly rendered tracks. */
const LOOK_EVERY_MS = 10_000

/**
 * Analyses new tracks whenever the catalogue changes or an administrator asks. Of several processes on one database one does it; another takes
 * over when that one ends. It starts once an import has ended, unless tracks were requested. Administrators can pause it. The analysis yields to each of them, so each reports its load.
 * @returns a function that stops it and resolves when it has ended
 */
export function analyseInBackground(
  db: Database,
  dataDir: string,
  options: Pick<AnalysisOptions, 'isReady' | 'priority' | 'copies'> = {},
  lookEveryMs: number = LOOK_EVERY_MS,
): () => Promise<void> {
  const stopReporting = reportLoad(dataDir)
  const stop = new AbortController()
  const { signal } = stop
  const running = (async () => {
    let seen: number | undefined
    let requestedAt = 0
    for (;;) {
      // Also before the first run, as the start of the service has priority.
      await wait(lookEveryMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      let version: number | undefined
      try {
        version = await readCatalogueVersion(db)
        const lastRequestAt = await readRequestedAt(db, 'analysis')
        const isDue = version !== seen || lastRequestAt > requestedAt
        // Both at once would take twice the memory; what somebody plays is not kept waiting.
        const mayStart = options.priority?.isWaiting || !(await isLeased(db, IMPORT_LEASE))
        if (isDue && mayStart) {
          requestedAt = lastRequestAt
          const report = await runUnlessPaused(db, 'analysis', { signal, lookEveryMs }, untilPaused =>
            analyseCollection({ ...options, db, dataDir, signal: untilPaused }),
          )
          seen = report && report.placeholders === 0 ? version : undefined
        }
      } catch (error) {
        // A database outage is temporary; any other error is retried with the next change.
        if (!isDatabaseUnavailable(error)) {
          log.error('Loudness analysis failed', { err: error })
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
