import { fetchImportStatus, type ImportStatus } from '@refrain/contract/catalogue/import-status'
import type { FastifyInstance } from 'fastify'
import { countTracks } from '../../catalogue/track-store.ts'
import type { Database } from '../../database/tables.ts'
import { bindRoute } from '../../http/bind.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import { announceChanges } from './announce-changes.ts'
import { readImportStatus, type StoredImportStatus } from './import-status-store.ts'

/** How long a status is good for. However many pages ask, the database is asked no more often. */
const KEEP_MS = 200
/** While tracks come in, or nothing has yet. */
const SOON_SECONDS = 1
/** Pages of members hear of changes by live updates, those of guests ask again when somebody returns to them. */
const IDLE_SECONDS = 60

/** An import that this process has started, from before it holds the lease until it has ended. */
export interface StartedImport {
  readonly sample: boolean
  /** How many tracks there will be in the end; 0 where that is not known. */
  readonly total: number
}

interface ImportStatusParts {
  readonly db: Database
  readonly startedImport: () => StartedImport | undefined
  /** Id of the build of the pages. */
  readonly build: string | undefined
  readonly liveUpdates: LiveUpdates
}

/** Answers how far an import is, whichever process runs it, and tells pages that listen when it begins, ends or changes the catalogue. */
export function registerImportStatus(
  app: FastifyInstance,
  { db, startedImport, build, liveUpdates }: ImportStatusParts,
): void {
  const { responseCache } = app
  const readLatest = shareFor(KEEP_MS, readLatestUncached)
  let counted = { version: -1, tracks: 0 }

  async function readLatestUncached() {
    // Answers that are fetched because of this version must not be older than it.
    await responseCache.refresh()
    const { version } = responseCache
    if (version !== counted.version) counted = { version, tracks: await countTracks(db) }
    return { ...counted, stored: await readImportStatus(db) }
  }

  async function readStatus(): Promise<ImportStatus> {
    const { version, tracks, stored } = await readLatest()
    const running = describeRunning(stored, startedImport(), tracks)
    return {
      version,
      removals: stored?.removals ?? 0,
      tracks,
      running,
      nextCheckSeconds: running || tracks === 0 ? SOON_SECONDS : IDLE_SECONDS,
      ...(build && { build }),
    }
  }

  bindRoute(app, fetchImportStatus, async (_input, request, reply) =>
    sendUncached(request, reply, JSON.stringify(await withDeadline(readStatus()))),
  )
  const stopAnnouncing = announceChanges(readStatus, liveUpdates)
  app.addHook('onClose', async () => stopAnnouncing())
}

function describeRunning(
  stored: StoredImportStatus | undefined,
  started: StartedImport | undefined,
  tracks: number,
): ImportStatus['running'] {
  // The sample catalogue comes in by several imports, one after the other.
  if (started?.sample && !(stored?.isRunning && stored.sample === 0))
    return { sample: true, done: Math.min(tracks, started.total), total: started.total }
  if (stored?.isRunning) return { sample: stored.sample === 1, done: stored.done, total: stored.total }
  return started ? { sample: false, done: 0, total: 0 } : null
}

/** Everybody who asks within `ms` shares one reading. */
function shareFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: Promise<T>; readonly until: number } | undefined
  return () => {
    if (!last || performance.now() > last.until) {
      last = { value: read(), until: performance.now() + ms }
      last.value.catch(() => {
        last = undefined
      })
    }
    return last.value
  }
}
