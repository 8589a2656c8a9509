import type { ImportStatus } from '@refrain/contract/catalogue/import-status'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'

const INTERVAL_MS = 1_000

/**
 * Tells the pages that listen to this process when an import begins or ends, and when the catalogue changes otherwise. The import may
 * be another process that shares only the database, so the status is read every second, but only while somebody listens.
 * @returns stops it
 */
export function announceChanges(
  readStatus: () => Promise<ImportStatus>,
  liveUpdates: Pick<LiveUpdates, 'hasSubscribers' | 'announce'>,
): () => void {
  let announced: string | undefined
  let isReading = false

  async function look(): Promise<void> {
    if (isReading) return
    if (!liveUpdates.hasSubscribers) {
      // Pages ask when they begin to listen.
      announced = undefined
      return
    }
    isReading = true
    try {
      const current = describe(await readStatus())
      if (announced !== undefined && announced !== current) liveUpdates.announce('catalogue')
      announced = current
    } catch {
      // The next look tries again.
    } finally {
      isReading = false
    }
  }

  const timer = setInterval(() => void look(), INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

/** What pages have to hear of. While an import runs, they ask by themselves. */
const describe = ({ running, version, removals }: ImportStatus) =>
  running ? 'importing' : `${version} ${removals}`
