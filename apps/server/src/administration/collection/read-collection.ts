import { type Collection, type ImportRun, WALK_REASONS } from '@refrain/contract/administration/collection'
import { countLimits } from '@refrain/contract/limits'
import type { Selectable } from 'kysely'
import { countCataloguePictures } from '../../catalogue/pictures/catalogue-picture-store.ts'
import type { Database } from '../../database/tables.ts'
import { isLeased } from '../../importing/lease-store.ts'
import { countImportProblems, readImportRuns } from '../../importing/runs/import-run-store.ts'
import { readImportStatus } from '../../importing/status/import-status-store.ts'
import type { ImportRunRow } from '../../importing/tables.ts'
import { WATCH_LEASE } from '../../importing/watching/watch-in-background.ts'
import { readWatchedFolders } from '../../importing/watching/watched-folder-store.ts'
import { readLiveSettings } from '../../live-settings/live-settings.ts'
import { listFolders } from './collection-folders.ts'
import type { CollectionParts } from './collection-parts.ts'
import { countFlaws } from './collection-store.ts'

/** The folders of music, the running import, the last ones, and what needs attention. */
export async function readCollection(
  parts: Omit<CollectionParts, 'duplicates' | 'folders'>,
): Promise<Collection> {
  const { db, music, startedImport } = parts
  const runs = await readImportRuns(db, countLimits.importRuns)
  const stored = await readImportStatus(db)
  const started = startedImport()
  const running = stored?.isRunning ? stored : undefined
  const isOwn = running?.sample === 0
  const readingAt = isOwn ? runs[0]?.reading_at : undefined
  return {
    folders: await listFolders(db, music),
    canAddFolder: music.length === 0 && parts.startImport !== undefined,
    watch: await readWatch(parts),
    running:
      running || started
        ? {
            done: running?.done ?? 0,
            total: running?.total ?? 0,
            seconds: readingAt ? Math.max(0, (Date.now() - readingAt) / 1000) : 0,
            sample: running ? !isOwn : (started?.sample ?? false),
          }
        : null,
    runs: runs.map((row, n) => toRun(row, isOwn && n === 0)),
    skippedFiles: await countSkipped(db, runs),
    ...(await countFlaws(db)),
    uploadedPictures: await countCataloguePictures(db),
  }
}

async function readWatch({ db, given }: Pick<CollectionParts, 'db' | 'given'>): Promise<Collection['watch']> {
  const { watch } = await readLiveSettings(db, given)
  const isWatching = await isLeased(db, WATCH_LEASE)
  const rows = isWatching ? await readWatchedFolders(db) : []
  const nextWalkAt = rows[0]?.next_walk_at ?? null
  return {
    isOn: watch === 'on',
    isFixed: given.watch !== undefined,
    isWatching,
    folders: rows.map(({ path, watched, reason }) => ({
      ...{ path, isWatched: watched === 1 },
      // Another release may know others.
      reason: WALK_REASONS.find(known => known === reason) ?? 'unavailable',
    })),
    nextWalkAt: nextWalkAt === null ? null : new Date(nextWalkAt).toISOString(),
  }
}

/** Files and pictures, of which not all may be stored. Pictures beyond those are not counted. */
async function countSkipped(db: Database, runs: readonly Selectable<ImportRunRow>[]): Promise<number> {
  const stored = await countImportProblems(db)
  if (stored < countLimits.skippedFiles) return stored
  const last = runs.find(run => run.ended_at !== null && run.failed === 0)
  return Math.max(stored, last?.skipped ?? 0)
}

/** @param mayRun whether an import runs that has started last */
function toRun(row: Selectable<ImportRunRow>, mayRun: boolean): ImportRun {
  const { id, started_at, ended_at, failed, problem, reading_at: _, folders: __, ...counts } = row
  const ended = failed === 1 ? 'failed' : 'done'
  const result = ended_at === null ? (mayRun ? 'running' : 'interrupted') : ended
  return {
    id,
    startedAt: new Date(started_at).toISOString(),
    endedAt: ended_at === null ? null : new Date(ended_at).toISOString(),
    ...{ result, problem, ...counts },
  }
}
