import type { AdministrativeAction } from '@refrain/contract/administration/audit'
import {
  fetchCollection,
  fetchDuplicates,
  fetchMissingTracks,
  fetchSkippedFiles,
  fetchUnpictured,
  forgetMissingTracks,
  IMPORT_RUNS,
  IMPORTED_SINCE,
  NO_FOLDERS,
  previewForgetting,
  scanCollection,
} from '@refrain/contract/administration/collection'
import { countLimits } from '@refrain/contract/limits'
import type { FastifyInstance } from 'fastify'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import { previewRemoval } from '../../importing/removal/forget-missing.ts'
import { readImportProblems, readImportRuns } from '../../importing/runs/import-run-store.ts'
import { readImportStatus } from '../../importing/status/import-status-store.ts'
import { type Administrator, recordAction } from '../audit/record-action.ts'
import { findScannable } from './collection-folders.ts'
import type { CollectionParts } from './collection-parts.ts'
import {
  readAlbumsWithoutCover,
  readArtistsWithoutPicture,
  readMissingTrackIds,
  readMissingTracks,
  type Slice,
} from './collection-store.ts'
import { readCollection } from './read-collection.ts'
import { findSkipHint } from './skip-hint.ts'

/** Registers what administrators see of the collection, and can do with it. */
export function registerCollection(app: FastifyInstance, parts: CollectionParts): void {
  const { db } = parts
  bind(app, fetchCollection, () => readCollection(parts))
  bind(app, scanCollection, (_, by) => startImport(parts, by, 'scanned'))
  bind(app, fetchSkippedFiles, async ({ after }) => {
    const { rows, next } = await readPage(after, ({ skip, most }) => readImportProblems(db, skip, most))
    const files = rows.map(({ path, reason }) => ({ path, reason, hint: findSkipHint(path, reason) }))
    return { files, ...next }
  })
  bind(app, fetchMissingTracks, async ({ after }) => {
    const { rows, next } = await readPage(after, slice => readMissingTracks(db, slice))
    return { tracks: rows, ...next }
  })
  bind(app, fetchUnpictured, async ({ kind, after }) => {
    const read = kind === 'albums' ? readAlbumsWithoutCover : readArtistsWithoutPicture
    const { rows, next } = await readPage(after, slice => read(db, slice))
    return { items: rows, ...next }
  })
  bind(app, fetchDuplicates, async ({ after }) => {
    const { rows, next } = await readPage(after, slice => parts.duplicates.read(slice))
    return { duplicates: rows, ...next }
  })
  bind(app, previewForgetting, async () => {
    // First, so that an import that ends meanwhile makes the preview stale.
    const runId = await readLastRun(db)
    const preview = await previewRemoval(db, await readMissingTrackIds(db))
    const { tracks, albums, likes, places, listeners } = preview
    return { runId, tracks, albums: albums.length, likes, playlistEntries: places, listeners }
  })
  bind(app, forgetMissingTracks, async ({ runId }, by) => {
    if ((await readLastRun(db)) !== runId) throw new RequestError(409, IMPORTED_SINCE)
    return startImport(parts, by, 'forgot')
  })
}

async function startImport(
  parts: CollectionParts,
  by: Administrator,
  action: Extract<AdministrativeAction, 'scanned' | 'forgot'>,
) {
  const { db, music, startedImport, startImport: start } = parts
  const folders = await findScannable(db, music)
  if (!start || folders.length === 0) throw new RequestError(409, NO_FOLDERS)
  const stored = await readImportStatus(db)
  // An import of the sample catalogue yields.
  const isRunning = (stored?.isRunning && stored.sample === 0) || startedImport()?.sample === false
  if (isRunning) throw new RequestError(409, IMPORT_RUNS)
  await write(db, tx => recordAction(tx, by, action))
  // Another call may have come first meanwhile.
  if (!start(folders, { forget: action === 'forgot' })) throw new RequestError(409, IMPORT_RUNS)
  return { success: true as const }
}

async function readLastRun(db: Database): Promise<string | null> {
  const [last] = await readImportRuns(db, 1)
  return last?.id ?? null
}

/** @param after how many rows came before, as a text */
async function readPage<Row>(after: string | undefined, read: (slice: Slice) => Promise<Row[]>) {
  const size = countLimits.collectionPage
  const skip = Number(after ?? 0)
  if (!Number.isSafeInteger(skip) || skip < 0)
    throw new RequestError(400, 'The position "after" is not one that this service has given.')
  const rows = await read({ skip, most: size + 1 })
  return {
    rows: rows.slice(0, size),
    next: rows.length > size ? { next: String(skip + size) } : {},
  }
}
