import { mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  openSampleFiles,
  readSampleAnalyses,
  type SampleAlbum,
  type SampleFiles,
  sampleCatalogue,
} from '@refrain/demo'
import type { OpenDatabase } from '../../database/open.ts'
import { isPaused } from '../../jobs/job-store.ts'
import { log } from '../../log/log.ts'
import type { MediaStorage } from '../../media/storage/media-storage.ts'
import { importCollection } from '../import-collection.ts'
import { IMPORT_LEASE, LeaseError } from '../lease.ts'
import { isLeased } from '../lease-store.ts'
import { AheadRendering } from './ahead-rendering.ts'
import { listPlaceholders } from './list-placeholders.ts'
import { orderOfHome } from './order-of-home.ts'
import { renderAlone } from './render-alone.ts'
import { SampleRenderer } from './sample-renderer.ts'
import { SampleRenderings } from './sample-renderings.ts'
import { hasOwnMusic, moveSampleRoot } from './sample-store.ts'
import { saveSampleAnalyses } from './save-sample-analyses.ts'
import { shareRenderings } from './shared-renderings.ts'

/** Albums to import before the remaining ones are written. */
const FIRST_ALBUMS = 6
/** Time after the start at which tracks are rendered ahead: by then, the pages that were open have loaded. */
const AHEAD_AFTER_MS = 60_000
/** Interval between two attempts while another import runs. */
const RETRY_MS = 2_000

export interface Sample {
  /** Renders a placeholder of the sample catalogue now; does nothing for any other file. */
  prepareFile(path: string): Promise<void>
  /** False for a placeholder of the sample catalogue. */
  isReady(path: string): Promise<boolean>
  readonly trackCount: number
  /** Settles when all albums are imported, or no more will be. */
  readonly imported: Promise<void>
  /** Settles when nothing more is rendered ahead, or after `stop`. */
  readonly finished: Promise<void>
  stop(): void
}

/**
 * Imports the sample catalogue. A track is rendered when it is requested: the pages do so when somebody points at its play
 * button, and for the track that plays next. The others are rendered ahead while nobody listens.
 * Resolves when the first albums can be browsed, or immediately while another import runs.
 * @param options.signal stops it like `stop`; if aborted before this resolves, it rejects
 */
export async function startSample(options: {
  open: OpenDatabase
  dataDir: string
  /** For its pictures, and for tracks that another service has rendered. */
  storage: MediaStorage
  /** Whether somebody plays, in any process. */
  isPlaying: () => Promise<boolean>
  aheadAfterMs?: number
  /** Some of them, for tests. */
  albums?: readonly SampleAlbum[]
  signal?: AbortSignal
}): Promise<Sample> {
  const { db } = options.open
  const aheadAt = performance.now() + (options.aheadAfterMs ?? AHEAD_AFTER_MS)
  const folder = await openSampleFolder(options.dataDir)
  const files = openSampleFiles(folder)
  const albums = options.albums ?? sampleCatalogue()
  const analyses = await readSampleAnalyses()
  const placeholders = listPlaceholders(folder, albums, analyses)
  const background = new SampleRenderer(folder, { ahead: true })
  const urgent = new SampleRenderer(folder, { ahead: false })
  const shared = shareRenderings(options.storage)
  const renderings = new SampleRenderings({ folder, files, placeholders, shared })
  const stopped = new AbortController()
  const imported = Promise.withResolvers<void>()
  const stop = () => {
    stopped.abort()
    for (const renderer of [background, urgent]) void renderer.stop()
  }
  options.signal?.addEventListener('abort', stop, { once: true })
  async function isBusy(): Promise<boolean> {
    await renderings.settled()
    return (
      (await isLeased(db, IMPORT_LEASE)) || (await isPaused(db, 'imports')) || (await options.isPlaying())
    )
  }

  const renderAhead = async (path: string, signal: AbortSignal) => {
    if (!(await files.isRendered(path))) await renderings.render(background, path, signal)
  }
  const ahead = new AheadRendering({
    listPaths: () => orderOfHome(db, folder),
    isRendered: path => files.isRendered(path),
    // The operator's music may replace the sample. A database that is away says nothing, and is asked again.
    isWanted: async () => !(await hasOwnMusic(db).catch(() => false)),
    isBusy: () => isBusy().catch(() => true),
    measure: paths => measureRendered(files, paths),
    // The lease is held for a track only: while somebody plays, nothing is written.
    render: (path, signal) => renderAlone(db, signal, () => renderAhead(path, signal)),
    noteFailure: logNotRendered,
  })

  /** @returns false if another import has priority */
  async function importSample(): Promise<boolean> {
    try {
      await importCollection({
        open: options.open,
        storage: options.storage,
        folders: [folder],
        describePlaceholder: path => placeholders.get(path),
        signal: stopped.signal,
      })
      await saveSampleAnalyses(db, analyses)
      return true
    } catch (error) {
      if (error instanceof LeaseError) return false
      throw error
    }
  }

  /** Waits for other imports to end. Does nothing if one of them imported the operator's music. */
  async function importWhenFree(): Promise<void> {
    while (!(await importSample())) await wait(RETRY_MS, undefined, { signal: stopped.signal })
  }

  /** Requested tracks have priority over it. */
  async function addRemainingAlbums(): Promise<void> {
    for (const album of albums.slice(FIRST_ALBUMS)) {
      await renderings.settled()
      if (stopped.signal.aborted) return
      await files.writeAlbum(album)
    }
    await renderings.settled()
    await importWhenFree()
    imported.resolve()
    await wait(Math.max(0, aheadAt - performance.now()), undefined, { signal: stopped.signal, ref: false })
    await ahead.run(stopped.signal)
    // Its process is not needed again.
    void background.stop()
  }

  await moveSampleRoot(db, folder)
  for (const album of albums.slice(0, FIRST_ALBUMS)) {
    options.signal?.throwIfAborted()
    await files.writeAlbum(album)
  }
  const isImported = await importSample()
  const finished = (isImported ? Promise.resolve() : importWhenFree())
    .then(addRemainingAlbums)
    .catch(error => {
      if (!stopped.signal.aborted)
        log.error(`The sample catalogue is incomplete: ${(error as Error).message}`)
    })
    .finally(imported.resolve)
  return {
    trackCount: placeholders.size,
    imported: imported.promise,
    finished,
    async prepareFile(path) {
      if (!placeholders.has(path) || (await files.isRendered(path))) return
      await ahead.interrupt()
      await renderings.render(urgent, path)
    },
    async isReady(path) {
      return !placeholders.has(path) || (!renderings.isRendering(path) && (await files.isRendered(path)))
    },
    stop,
  }
}

function logNotRendered(path: string, error: unknown): void {
  log.warn(`A track of the sample catalogue was not rendered ahead, ${path}: ${(error as Error).message}`)
}

/** Bytes of the tracks that are rendered. */
async function measureRendered(files: SampleFiles, paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async path => ((await files.isRendered(path)) ? (await stat(path)).size : 0)),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Creates the folder of the sample catalogue if necessary. @returns its real path */
export async function openSampleFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'sample')
  await mkdir(folder, { recursive: true })
  return realpath(folder)
}
