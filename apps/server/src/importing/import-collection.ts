import { availableParallelism } from 'node:os'
import type { AudioInfo } from '@refrain/audio/audio-info'
import type { OpenDatabase } from '../database/open.ts'
import { deleteUnusedPictures } from '../media/pictures/delete-unused-pictures.ts'
import { PictureDecoder } from '../media/pictures/picture-decoder.ts'
import { rememberWholeRoots } from './collection-roots.ts'
import { type ForgetOptions, forgetMissing } from './forget-missing.ts'
import { ImportStatus } from './import-status.ts'
import type { AlbumFolder } from './join-folders.ts'
import { takeLease } from './lease.ts'
import { checkGone, rememberMountPoints } from './mount-points.ts'
import { findNews, type IsNews } from './news.ts'
import { type Walked, walkCollection } from './phase-1-walk.ts'
import { FileReader } from './phase-2-read-files.ts'
import { gather } from './phase-3-gather.ts'
import { PictureKeeper } from './phase-4-keep-pictures.ts'
import { type FolderToWrite, writeFolder } from './phase-5-write.ts'
import { emptyReport, type ImportProgress, type ImportReport } from './report.ts'
import { forgetSample, holdsOwnMusic } from './sample-folder.ts'
import { markVanished } from './settle-vanished.ts'
import { type WriteSlice, writeSlice } from './write-slice.ts'

/** Folders that are read and whose pictures are made while an earlier one is written. */
const AHEAD = 4
const MOST_DECODERS = 4
/** However slow the machine is. */
const DECODE_LIMIT_MS = 60_000

export interface ImportOptions {
  readonly open: OpenDatabase
  /** Where pictures are kept. */
  readonly dataDir: string
  readonly folders: readonly string[]
  /** Forgets tracks whose files are gone where this confirms it; without, they stay as unavailable. */
  readonly forget?: ForgetOptions['confirm']
  /** Folders that are missing or empty and will not come back: their tracks are forgotten, too. */
  readonly gone?: readonly string[]
  /** Tells followers of every new album, also where the folder or the artist comes in for the first time. */
  readonly announce?: boolean
  /**
   * What is vouched for a file whose sound is still to be rendered; by its path. Given for the sample
   * catalogue only, which stays out where there is own music and gives way to an import of it.
   */
  readonly promised?: (path: string) => AudioInfo | undefined
  readonly onProgress?: (progress: ImportProgress) => void
  readonly signal?: AbortSignal
  /** Reading threads that outlive this import; without, it has its own. */
  readonly reader?: FileReader
}

/**
 * Brings the catalogue in step with folders of music. Each folder is taken through all phases by itself,
 * in order of paths: what is written stays written, so a run that was broken off goes on where it stopped.
 * @throws LeaseError while another import runs.
 * @throws OperatorError when it cannot run; a file that cannot be read is in the report instead.
 */
export async function importCollection(options: ImportOptions): Promise<ImportReport> {
  const { db } = options.open
  const isSample = options.promised !== undefined
  const lease = await takeLease(db, { yields: isSample })
  const signal = AbortSignal.any([lease.lost, ...(options.signal ? [options.signal] : [])])
  const reader = options.reader ?? new FileReader()
  const write: WriteSlice = work =>
    writeSlice(db, async tx => {
      await lease.hold(tx)
      return work(tx)
    })
  let status: ImportStatus | undefined
  try {
    options.onProgress?.({ step: 'looking', done: 0, total: 0 })
    if (isSample && (await holdsOwnMusic(db))) return emptyReport()
    status = await ImportStatus.start(write, { sample: isSample, folders: options.folders })
    const gone = await checkGone(options.gone ?? [])
    const walked = await walkCollection(db, options.folders, { gone, signal })
    await rememberMountPoints(db, walked.mounts.points, write)
    if (!isSample) await status.tracksRemoved(await forgetSample(db, write))
    const report = { ...emptyReport(), unchanged: walked.unchanged, skipped: [...walked.skipped] }
    const told = isSample ? 'nothing' : options.announce ? 'everything' : 'what is new'
    const isNews = await findNews(db, walked.roots, told, write)
    if (walked.changed.length > 0) {
      await takeIn(options, { walked, reader, isNews, report, signal, write, status })
    }
    if (!isSample) await rememberWholeRoots(db, walked.roots, write)
    report.unavailable = await markVanished(db, walked.vanished, write)
    if (options.forget) {
      const { forgotten, kept } = await forgetMissing(db, { ...walked, write, gone, confirm: options.forget })
      report.forgotten = forgotten
      report.unavailable = Math.max(0, report.unavailable - forgotten)
      report.kept.push(...kept)
    }
    await status.tracksRemoved(report.forgotten)
    await deleteUnusedPictures(db, options.dataDir).catch(error =>
      console.error(`Pictures that nothing uses stay for now: ${error.message}`),
    )
    for (const list of [report.skipped, report.pictures]) list.sort((a, b) => (a.path < b.path ? -1 : 1))
    await status.end()
    return report
  } catch (error) {
    await status?.end(error).catch(() => {})
    throw error
  } finally {
    if (!options.reader) await reader.close()
    await lease.release()
  }
}

interface Run {
  readonly walked: Walked
  readonly reader: FileReader
  readonly isNews: IsNews
  readonly report: ImportReport
  readonly signal: AbortSignal
  readonly write: WriteSlice
  readonly status: ImportStatus
}

async function takeIn(options: ImportOptions, run: Run): Promise<void> {
  const processes = Math.min(MOST_DECODERS, availableParallelism())
  const decoder = new PictureDecoder({ processes, limitMs: DECODE_LIMIT_MS })
  try {
    const pictures = await PictureKeeper.open(options.open.db, options.dataDir, decoder)
    await takeFoldersIn(options, run, pictures)
    run.report.pictures.push(...pictures.notes)
  } finally {
    decoder.close()
  }
}

async function takeFoldersIn(options: ImportOptions, run: Run, pictures: PictureKeeper): Promise<void> {
  const { walked, reader, isNews, report, signal, write, status } = run
  const { db } = options.open
  const vanished = {
    paths: new Set(walked.vanished.map(row => row.path)),
    tracks: new Set(walked.vanished.flatMap(row => row.track_id ?? [])),
  }
  const total = walked.changed.reduce((sum, folder) => sum + folder.files.length, 0)
  let done = 0
  await status.show({ step: 'reading', done, total })
  const prepare = async (folder: AlbumFolder): Promise<FolderToWrite> => {
    const { answers, pictures: embedded } = await reader.read(
      folder.files.map(file => ({ path: file.path, lrc: file.lrc, promised: options.promised?.(file.path) })),
    )
    const albums = gather(folder, answers)
    const looks = await Promise.all(albums.map(album => pictures.keepFor(album, folder, embedded)))
    return { folder, answers, albums: albums.map((album, n) => ({ album, pictures: looks[n]! })) }
  }
  const ahead: Promise<FolderToWrite>[] = []
  const writeNext = async () => {
    const folder = await ahead.shift()!
    signal.throwIfAborted()
    await writeFolder(db, folder, { vanished, isNews, report, write })
    done += folder.folder.files.length
    const progress = { step: 'reading', done, total } as const
    options.onProgress?.(progress)
    await status.show(progress)
  }
  for (const folder of walked.changed) {
    const preparing = prepare(folder)
    // It is awaited in its turn; until then its failure has a listener.
    preparing.catch(() => {})
    ahead.push(preparing)
    if (ahead.length >= AHEAD) await writeNext()
  }
  while (ahead.length > 0) await writeNext()
}
