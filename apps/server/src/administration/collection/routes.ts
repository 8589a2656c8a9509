import {
  fetchAlbumsNamedByFolder,
  fetchBrokenAlbums,
  fetchCollection,
  fetchDuplicates,
  fetchMissingTracks,
  fetchSkippedFiles,
  fetchUnpictured,
  forgetMissingTracks,
  IMPORTED_SINCE,
  previewForgetting,
  type SkippedFile,
  scanCollection,
} from '@refrain/contract/administration/collection'
import {
  addMusicFolder,
  browseFolders,
  removeMusicFolder,
} from '@refrain/contract/administration/music-folders'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import { DAMAGED_TAGS } from '../../importing/import-report.ts'
import { previewRemoval } from '../../importing/removal/forget-missing.ts'
import { readImportProblems, readImportRuns } from '../../importing/runs/import-run-store.ts'
import type { CollectionParts } from './collection-parts.ts'
import {
  readAlbumsNamedByFolder,
  readAlbumsWithoutCover,
  readArtistsWithoutPicture,
  readBrokenAlbums,
  readMissingTrackIds,
  readMissingTracks,
} from './collection-store.ts'
import { readCollection } from './read-collection.ts'
import { readPage } from './read-page.ts'
import { addFolder, removeFolder, startImport } from './start-import.ts'

/** What helps with the reasons that an import gives, the first that applies. */
const SKIP_HINTS: readonly (readonly [RegExp, NonNullable<SkippedFile['hint']>])[] = [
  [/ is not supported$/, 'convert'],
  [/needs ffmpeg/, 'ffmpeg'],
  [/permission denied/, 'permissions'],
  [/not valid UTF-8/, 'rename'],
  [/^links that lead out/, 'move'],
  [/empty|damaged|no sound|no known|holds neither|crashed|cut off|truncated/, 'damaged'],
]
const PICTURE = /\.(jpe?g|png|webp)$/i

/** Registers what administrators see of the collection, and can do with it. */
export function registerCollection(app: FastifyInstance, parts: CollectionParts): void {
  const { db } = parts
  bind(app, fetchCollection, () => readCollection(parts))
  bind(app, scanCollection, (_, by) => startImport(parts, by))
  bind(app, browseFolders, ({ path }) => parts.folders.list(path))
  bind(app, addMusicFolder, ({ path }, by) => addFolder(parts, by, path))
  bind(app, removeMusicFolder, ({ path }, by) => removeFolder(parts, by, path))
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
  bind(app, fetchAlbumsNamedByFolder, async ({ after }) => {
    const { rows, next } = await readPage(after, slice => readAlbumsNamedByFolder(db, slice))
    return { albums: rows, ...next }
  })
  bind(app, fetchBrokenAlbums, async ({ after }) => {
    const { rows, next } = await readPage(after, slice => readBrokenAlbums(db, slice))
    return { albums: rows, ...next }
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
    return startImport(parts, by, runId)
  })
}

async function readLastRun(db: Database): Promise<string | null> {
  const [last] = await readImportRuns(db, 1)
  return last?.id ?? null
}

/** What the operator can do about a file that was skipped; null if nothing is known to help. */
function findSkipHint(path: string, reason: string): SkippedFile['hint'] {
  if (PICTURE.test(path)) return 'picture'
  // It says what to do.
  if (reason === DAMAGED_TAGS) return null
  return SKIP_HINTS.find(([pattern]) => pattern.test(reason))?.[1] ?? null
}
