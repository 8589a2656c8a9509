import type { Collection, ImportRun } from '@refrain/contract/administration/collection'
import { countLimits } from '@refrain/contract/limits'
import type { Selectable } from 'kysely'
import { countImportProblems, readImportRuns } from '../../importing/runs/import-run-store.ts'
import { readImportStatus } from '../../importing/status/import-status-store.ts'
import type { ImportRunRow } from '../../importing/tables.ts'
import { listFolders } from './collection-folders.ts'
import type { CollectionParts } from './collection-parts.ts'
import { countFlaws } from './collection-store.ts'

/** The folders of music, the running import, the last ones, and what needs attention. */
export async function readCollection({
  db,
  music,
  startedImport,
}: Pick<CollectionParts, 'db' | 'music' | 'startedImport'>): Promise<Collection> {
  const runs = await readImportRuns(db, countLimits.importRuns)
  const stored = await readImportStatus(db)
  const started = startedImport()
  const running = stored?.isRunning ? stored : undefined
  const isOwn = running?.sample === 0
  const readingAt = isOwn ? runs[0]?.reading_at : undefined
  return {
    folders: await listFolders(db, music),
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
    skippedFiles: await countImportProblems(db),
    ...(await countFlaws(db)),
  }
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
