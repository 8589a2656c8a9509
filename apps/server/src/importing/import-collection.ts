import { availableParallelism } from 'node:os'
import { DEFAULT_RULE, type NameRule } from '@refrain/audio/tags/names/name-rule'
import { DEFAULT_ARTICLES } from '@refrain/audio/tags/names/sort-articles'
import pLimit from 'p-limit'
import type { OpenDatabase } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { log } from '../log/log.ts'
import { filePathOf } from '../media/cuts/cut-path.ts'
import { deleteUnusedPictures } from '../media/pictures/delete-unused-pictures.ts'
import { PictureDecoder } from '../media/pictures/picture-decoder.ts'
import { CollectionBuckets, isBucketPath } from '../media/storage/collection-buckets.ts'
import type { MediaStorage } from '../media/storage/media-storage.ts'
import { readSetUpChoices } from '../set-up/set-up-store.ts'
import { type AnnouncementRule, decideAnnouncements } from './album-announcements.ts'
import type { AlbumFolder, CollectionFile } from './collection/album-folders.ts'
import { saveMountPoints } from './collection/mount-point-store.ts'
import { checkGoneFolders } from './collection/mount-points.ts'
import { deleteFolders } from './collection/music-folder-store.ts'
import { markRootsComplete } from './collection/root-store.ts'
import { DAMAGED_TAGS, emptyReport, type ImportProgress, type ImportReport } from './import-report.ts'
import { takeLease } from './lease.ts'
import { type LeasedDatabase, underLease } from './leased-database.ts'
import { listTrackQuestions } from './phases/credit-artists.ts'
import { cutDiscs } from './phases/cut-discs.ts'
import { FileReader } from './phases/file-reader.ts'
import { groupAlbums } from './phases/group-albums.ts'
import { readPathsDecidedAnew, readStandingNames } from './phases/name-evidence-store.ts'
import { PicturePreparer } from './phases/picture-preparer.ts'
import type { DescribePlaceholder } from './phases/read-file.ts'
import { readInCharsets } from './phases/read-in-charsets.ts'
import { readSheets } from './phases/read-sheets.ts'
import { readVersionOf } from './phases/read-version.ts'
import { type CollectionChanges, walkCollection } from './phases/walk-collection.ts'
import { type FolderToWrite, writeFolder } from './phases/write-folder.ts'
import { followLists } from './playlists/follow-lists.ts'
import { type ForgetOptions, forgetMissing } from './removal/forget-missing.ts'
import { markMissing } from './removal/missing-track-writer.ts'
import { readPathsWithProblem } from './runs/import-run-store.ts'
import { hasOwnMusic, removeSample } from './sample/sample-store.ts'
import { ImportStatus } from './status/import-status.ts'

/** Folders prepared in advance while an earlier one is written. */
const AHEAD = 4
/** Half of the processors: the others write the database and read files. Each decoder takes 70 MB. */
const DECODERS = Math.min(4, Math.ceil(availableParallelism() / 2))
/** Time limit for decoding one picture, generous for slow machines. */
const DECODE_LIMIT_MS = 60_000

/** Time limit for reading one file from a bucket; each request has one of its own. */
const REMOTE_TIME_LIMIT_MS = 60_000
const NO_KEYS = { endpoint: '', region: '', accessKeyId: '', secretAccessKey: '' }

export interface ImportOptions {
  readonly open: OpenDatabase
  /** Pictures are stored here. */
  readonly storage: MediaStorage
  /** Where folders such as `s3://bucket/prefix` are read; without it, there are none. */
  readonly buckets?: CollectionBuckets
  readonly folders: readonly string[]
  /** Those of the folders that may be absent or empty, and are left out then. */
  readonly optional?: readonly string[]
  /** Folder of the service's own files, which are passed over. */
  readonly dataDir?: string
  /** Removes the tracks of missing files if this confirms it; without it they stay unavailable. */
  readonly forget?: ForgetOptions['confirm']
  /** Forgets only tracks that an earlier import has found missing, and so somebody has seen. */
  readonly forgetsOnlyKnown?: boolean
  /** Missing or empty folders that the operator declares gone: their tracks are removed, too. */
  readonly gone?: readonly string[]
  /** Not listed for administrators if it finds nothing new: one of many that a change of a folder starts. */
  readonly isRoutine?: boolean
  /** Leaves new albums for a later import that are still being written. */
  readonly leavesUnfinished?: boolean
  /** Character set of texts in tags that are marked as Latin-1; by default it is detected. */
  readonly tagCharset?: string
  /** Notifies followers of every new album, even if the folder or the artist is new. */
  readonly announce?: boolean
  /** What a placeholder stands for. Of the sample catalogue only, which yields to any import of other music. */
  readonly describePlaceholder?: DescribePlaceholder
  readonly onProgress?: (progress: ImportProgress) => void
  readonly signal?: AbortSignal
  /** How a text that holds several names is read. */
  readonly nameRule?: NameRule
  /** What artists' names are sorted without. */
  readonly sortArticles?: readonly string[]
  /** Makes playlists of playlist files in the folders; by default it does. */
  readonly followsPlaylists?: boolean
  /** Reused between imports; by default each import has its own. */
  readonly reader?: FileReader
}

/**
 * Updates the catalogue from folders of music. After phase 1 (walk), each album folder passes through phases 2 to 5
 * (read, group, pictures, write) in order of paths and is committed, so an interrupted import resumes where it stopped.
 * @throws LeaseError while another import runs
 * @throws OperatorError if it cannot run; unreadable files are in the report instead
 */
export async function importCollection(options: ImportOptions): Promise<ImportReport> {
  const { db } = options.open
  const { buckets = new CollectionBuckets(NO_KEYS) } = options
  const isSample = options.describePlaceholder !== undefined
  const lease = await takeLease(db, { yields: isSample })
  const signal = AbortSignal.any([lease.lost, ...(options.signal ? [options.signal] : [])])
  const isRemote = options.folders.some(isBucketPath)
  const reader = options.reader ?? new FileReader(isRemote ? { timeLimit: REMOTE_TIME_LIMIT_MS } : {})
  const database = underLease(db, lease)
  let status: ImportStatus | undefined
  try {
    options.onProgress?.({ step: 'looking', done: 0, total: 0 })
    if (isSample && (!(await readSetUpChoices(db)).wantsSample || (await hasOwnMusic(db))))
      return emptyReport()
    const { folders, isRoutine = false } = options
    status = await ImportStatus.start(database.write, { sample: isSample, folders, isRoutine })
    const gone = await checkGoneFolders(options.gone ?? [])
    const { optional = [], dataDir, tagCharset = '', describePlaceholder } = options
    const { nameRule = DEFAULT_RULE, sortArticles = DEFAULT_ARTICLES } = options
    const readVersion = readVersionOf(nameRule, sortArticles)
    const walked = await walkCollection(db, folders, {
      ...{ gone, optional, dataDir, buckets, signal },
      ...{ tagCharset, readVersion, describePlaceholder },
      leavesUnfinished: options.leavesUnfinished ?? false,
    })
    await saveMountPoints(database, walked.mounts.points)
    if (!isSample) await status.tracksRemoved(await removeSample(database))
    const { unchanged, unfinished, skipped } = walked
    const report = { ...emptyReport(), unchanged, unfinished, skipped: [...skipped] }
    const announced = isSample ? 'none' : options.announce ? 'all' : 'new'
    const shouldAnnounce = await decideAnnouncements(database, walked.roots, announced)
    const isDecidedAnew = async () =>
      walked.inQuestion.length > 0 && (await readPathsDecidedAnew(db, readVersion)).size > 0
    if (walked.changed.length > 0 || (await isDecidedAnew())) {
      const run = { database, walked, reader, buckets, shouldAnnounce, report, signal, status, readVersion }
      await importChanges(options, run)
    }
    if (!isSample) await markRootsComplete(database, walked.roots)
    report.unavailable = await markMissing(database, walked.missing)
    if (options.forget) {
      const { forgotten, retained } = await forgetMissing(database, {
        ...walked,
        missing: options.forgetsOnlyKnown ? walked.missing.filter(row => row.missing === 1) : walked.missing,
        gone,
        isInBucket: path => buckets.has(path),
        confirm: options.forget,
      })
      report.forgotten = forgotten
      report.unavailable = Math.max(0, report.unavailable - forgotten)
      report.retained.push(...retained)
      const isForgotten = forgotten > 0 || report.unavailable === 0
      if (gone.length > 0 && isForgotten) await database.write(tx => deleteFolders(tx, gone))
    }
    if (!isSample && (options.followsPlaylists ?? true))
      await followLists(database, { dialect: options.open.dialect, walked, report, gone, buckets, signal })
    await status.tracksRemoved(report.forgotten)
    // Listing a bucket costs a request for each 1,000 pictures.
    const isWorthwhile = !options.storage.isRemote || walked.changed.length > 0 || report.forgotten > 0
    if (isWorthwhile) {
      await deleteUnusedPictures(db, options.storage).catch(error =>
        log.error(`Cannot remove unused pictures: ${error.message}`),
      )
    }
    for (const list of [report.skipped, report.pictures]) list.sort((a, b) => (a.path < b.path ? -1 : 1))
    if (!isSample) report.damagedTags.push(...(await readStillDamaged(db, walked)))
    report.damagedTags.sort()
    await status.end(report)
    return report
  } catch (error) {
    const isStopped = options.signal?.aborted ?? false
    await (isStopped ? status?.interrupt() : status?.fail(error))?.catch(() => {})
    throw error
  } finally {
    if (!options.reader) await reader.close()
    await lease.release()
  }
}

/** Files that an earlier import has named, and that this one has not read. */
async function readStillDamaged(db: Database, { changed, missing }: CollectionChanges): Promise<string[]> {
  const read = new Set(changed.flatMap(({ files }) => files.map(({ path }) => path)))
  const gone = new Set(missing.map(({ path }) => path))
  const named = await readPathsWithProblem(db, DAMAGED_TAGS)
  return named.filter(path => !read.has(path) && !gone.has(path))
}

interface Run {
  readonly database: LeasedDatabase
  readonly walked: CollectionChanges
  readonly reader: FileReader
  readonly buckets: CollectionBuckets
  readonly shouldAnnounce: AnnouncementRule
  readonly report: ImportReport
  readonly signal: AbortSignal
  readonly status: ImportStatus
  readonly readVersion: number
}

async function importChanges(options: ImportOptions, run: Run): Promise<void> {
  const decoder = new PictureDecoder({ processes: DECODERS, limitMs: DECODE_LIMIT_MS })
  try {
    const pictures = await PicturePreparer.open(
      run.database.db,
      { storage: options.storage, buckets: run.buckets, refersToFiles: isOneMachine(options) },
      decoder,
    )
    if (run.walked.changed.length > 0) await importFolders(options, run, pictures)
    await followEvidence(options, run, pictures)
    run.report.pictures.push(...pictures.skipped)
  } finally {
    await decoder.close()
  }
}

/** Reads the folders again in which names are taken apart in another way, now that the whole collection is known. */
async function followEvidence(options: ImportOptions, run: Run, pictures: PicturePreparer): Promise<void> {
  const { walked, report } = run
  const paths = await readPathsDecidedAnew(run.database.db, run.readVersion)
  const isConcerned = (folder: AlbumFolder) => folder.files.some(file => paths.has(file.path))
  const read = walked.changed.filter(isConcerned)
  const unread = walked.inQuestion.filter(isConcerned)
  // What this import has read is counted already.
  const again = { ...run, walked: { ...walked, changed: read }, report: emptyReport() }
  if (read.length > 0) await importFolders(options, again, pictures)
  const later = { ...again, walked: { ...walked, changed: unread }, report: emptyReport() }
  if (unread.length === 0) return
  await importFolders(options, later, pictures)
  report.changed += later.report.changed
  report.unchanged -= later.report.changed
}

/** Whether the service that shows the pictures certainly has the files that they are in. Those of the sample are made anew. */
function isOneMachine({ open, storage, describePlaceholder }: ImportOptions): boolean {
  return open.dialect === 'sqlite' && !storage.isRemote && !describePlaceholder
}

async function importFolders(options: ImportOptions, run: Run, pictures: PicturePreparer): Promise<void> {
  const { walked, reader, buckets, shouldAnnounce, report, signal, database, status, readVersion } = run
  const { nameRule: rule = DEFAULT_RULE, sortArticles = DEFAULT_ARTICLES } = options
  const missingTracks = new Set(walked.missing.flatMap(row => row.track_id ?? []))
  const files = {
    roots: walked.roots,
    missing: new Set(walked.missing.map(row => row.path)),
    isInBucket: (path: string) => buckets.has(path),
  }
  // Each album in preparation holds the bytes of a picture. One more than decoders: it reads meanwhile.
  const inTurn = pLimit(DECODERS + 1)
  const total = walked.changed.reduce((sum, folder) => sum + folder.files.length, 0)
  let done = 0
  await status.show({ step: 'reading', done, total })
  const prepare = async (folder: AlbumFolder): Promise<FolderToWrite> => {
    const { results, pictures: embedded } = await readInCharsets(
      reader,
      await Promise.all(
        folder.files.map(async file => ({
          path: file.path,
          lrc: file.lrc,
          ...(isBucketPath(file.path) && { addresses: await signAddresses(buckets, file) }),
          placeholder: options.describePlaceholder?.(file.path),
        })),
      ),
      options.tagCharset ?? '',
    )
    const sheets = await readSheets(folder.sheets, { buckets, charset: options.tagCharset ?? '' })
    const { problems, ...cut } = cutDiscs(folder, results, sheets, walked.cuts)
    const questions = cut.results.flatMap(one => ('problem' in one ? [] : listTrackQuestions(one.tags, rule)))
    const standing = await readStandingNames(database.db, [...new Set(questions)], readVersion)
    const stands = (name: string) => standing.has(name)
    const albums = groupAlbums(cut.folder, cut.results, { rule, stands })
    const looks = await Promise.all(
      albums.map(album => inTurn(() => pictures.prepare(album, folder, embedded))),
    ).finally(() => embedded.release())
    const pictured = albums.map((album, n) => ({ album, pictures: looks[n]! }))
    return { ...cut, sheetProblems: problems, stands, albums: pictured }
  }
  const ahead: Promise<FolderToWrite>[] = []
  const writeNext = async () => {
    const folder = await ahead.shift()!
    signal.throwIfAborted()
    await writeFolder(database, folder, {
      ...{ walked: files, missingTracks, shouldAnnounce, report, readVersion, sortArticles },
      cuts: walked.cuts,
    })
    done += new Set(folder.folder.files.map(file => filePathOf(file.path))).size
    const progress = { step: 'reading', done, total } as const
    options.onProgress?.(progress)
    await status.show(progress)
  }
  for (const folder of walked.changed) {
    const preparing = prepare(folder)
    // Awaited later: prevent an unhandled rejection until then.
    preparing.catch(() => {})
    ahead.push(preparing)
    if (ahead.length >= AHEAD) await writeNext()
  }
  while (ahead.length > 0) await writeNext()
}

/** Workers read files of a bucket at these, and get no keys. */
async function signAddresses(buckets: CollectionBuckets, { path, lrc }: CollectionFile) {
  return { path: await buckets.signAddress(path), lrc: lrc && (await buckets.signAddress(lrc)) }
}
