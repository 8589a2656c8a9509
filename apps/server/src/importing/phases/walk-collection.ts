import { readdir, realpath } from 'node:fs/promises'
import type { Database } from '../../database/tables.ts'
import { filePathOf, isInnerPath } from '../../media/cuts/cut-path.ts'
import { type CollectionBuckets, isBucketPath } from '../../media/storage/collection-buckets.ts'
import { parseBucketPlace } from '../../object-storage/parse-bucket-place.ts'
import { OperatorError } from '../../settings.ts'
import {
  type AlbumFolder,
  type CollectionFile,
  groupAlbumFolders,
  isWithin,
} from '../collection/album-folders.ts'
import { readMountPoints } from '../collection/mount-point-store.ts'
import {
  compareMountPoints,
  findMountPoints,
  type MountPoint,
  type MountState,
} from '../collection/mount-points.ts'
import { walkBucket } from '../collection/walk-bucket.ts'
import { type FoundFile, type FoundFolder, type SkippedPath, walkRoot } from '../collection/walk-root.ts'
import type { FileRow } from '../tables.ts'
import { type KnownRow, readKnownFiles } from './known-file-store.ts'
import { type FileHistory, leaveUnfinished } from './leave-unfinished.ts'
import { readPathsInQuestion } from './name-evidence-store.ts'
import type { DescribePlaceholder } from './read-file.ts'

export type KnownFile = Pick<FileRow, 'path' | 'root' | 'track_id' | 'audio_id' | 'missing' | 'problem'>

/** A playlist file of the collection. */
export interface FoundList extends FoundFile {
  readonly root: string
  /** Whether tracks lie beside it: then it is mostly of their album. */
  readonly isBesideTracks: boolean
}

export interface CollectionChanges {
  /** The walked folders: real paths, none inside another. */
  readonly roots: readonly string[]
  /** Album folders with new or changed files, sorted by path. */
  readonly changed: readonly AlbumFolder[]
  /** Unchanged folders with a file whose track waits for evidence about a name. */
  readonly inQuestion: readonly AlbumFolder[]
  /** Number of unchanged files with a track. */
  readonly unchanged: number
  /** What earlier imports made of single files: paths of cuts that are not missing, by those of their files. */
  readonly cuts: ReadonlyMap<string, readonly string[]>
  /** Known files that do not exist any more, and cuts that a former cue sheet made. */
  readonly missing: readonly KnownFile[]
  readonly skipped: readonly { path: string; reason: string }[]
  readonly mounts: MountState
  /** Albums that are being copied, and left for a later import, at least in part. */
  readonly unfinished: number
  readonly lists: readonly FoundList[]
  /** What lies there may exist although it was not found. */
  readonly unreadable: readonly string[]
}

export interface WalkOptions {
  readonly gone: readonly string[]
  /** Those of the folders that may be absent or empty: they are left out, and their files stay as they are. */
  readonly optional?: readonly string[]
  /** Folder of the service's own files, which are no music. */
  readonly dataDir?: string | undefined
  /** Files that were read in another one have changed; '' if it is detected. */
  readonly tagCharset?: string
  readonly buckets: CollectionBuckets
  readonly signal: AbortSignal
  /** Leaves albums for a later import that are being copied. */
  readonly leavesUnfinished?: boolean
  /** Files that another version has read count as changed. */
  readonly readVersion: number
  readonly describePlaceholder?: DescribePlaceholder | undefined
}

/**
 * Phase 1: finds what changed since the last import, by names, sizes and times, and what an older version has read.
 * @param gone folders that are not walked and whose files count as missing
 * @throws OperatorError if a folder that is not optional does not exist, cannot be opened or contains no music
 */
export async function walkCollection(
  db: Database,
  folders: readonly string[],
  {
    gone,
    optional = [],
    dataDir,
    tagCharset = '',
    buckets,
    signal,
    readVersion,
    describePlaceholder,
    leavesUnfinished,
  }: WalkOptions,
): Promise<CollectionChanges> {
  const skipped: { path: string; reason: string }[] = []
  const opened = await openRoots(folders, optional, skipped)
  const roots: string[] = []
  const excluded = dataDir && (await realpath(dataDir).catch(() => undefined))
  const known = await readKnownFiles(db, [...opened.keys(), ...gone])
  const inner = Map.groupBy(
    Array.from(known.values()).filter(row => isInnerPath(row.path) && row.missing === 0),
    row => filePathOf(row.path),
  )
  const changed: AlbumFolder[] = []
  const inQuestion: AlbumFolder[] = []
  const questioned = await readPathsInQuestion(db)
  const unreadable: string[] = []
  const present: MountPoint[] = []
  const found = {
    known: [...known.keys()],
    folders: [] as string[],
    present: [] as string[],
    returned: [] as string[],
  }
  const lists: FoundList[] = []
  let unchanged = 0
  let unfinished = 0
  const left = new Set<string>()
  // A first import shows what there is at once.
  const mayLeave = leavesUnfinished === true && known.size > 0
  for (const [root, isOptional] of opened) {
    const {
      folders: seen,
      passed,
      devices,
    } = isBucketPath(root)
      ? await walkBucket(root, buckets, signal)
      : await walkRoot(root, { signal, excluded })
    const whole = describePlaceholder ? seen.map(one => withFinalSizes(one, describePlaceholder)) : seen
    const albums = groupAlbumFolders(root, whole, tagCharset)
    const problem = describeEmptyRoot(root, albums, passed, known)
    if (problem !== undefined && !isOptional) throw new OperatorError(problem)
    if (problem !== undefined) {
      skipped.push({ path: root, reason: 'there is no music in it: mount its disk, or remove the folder' })
      unreadable.push(root)
      continue
    }
    roots.push(root)
    if (!isBucketPath(root)) present.push(...(await findMountPoints(root, devices)))
    found.folders.push(...seen.filter(folder => folder.audio.length > 0).map(folder => folder.path))
    for (const { playlists, audio } of seen)
      lists.push(...playlists.map(file => ({ ...file, root, isBesideTracks: audio.length > 0 })))
    skipped.push(...passed.map(({ path, reason }) => ({ path, reason })))
    unreadable.push(...passed.filter(one => one.mayExist).map(one => one.path))
    for (const album of albums) {
      const rows = album.files.map(file => known.get(file.path))
      const besides = [
        ...album.files.flatMap(file => inner.get(file.path) ?? []),
        ...album.sheets.flatMap(sheet => known.get(sheet.path) ?? []),
      ]
      if (album.files.some((file, n) => !isUnchanged(file, rows[n], readVersion))) {
        const historyOf = (file: CollectionFile) => historyIn(known, file, readVersion)
        const whole = mayLeave ? await leaveUnfinished(album, historyOf, Date.now()) : album
        if (whole !== album) {
          unfinished++
          const imported = new Set(whole?.files)
          for (const file of album.files)
            if (!imported.has(file) && historyOf(file) === 'new')
              left.add(likenessOf(file.size, file.mtimeMs))
        }
        if (whole) changed.push(whole)
      } else {
        if (album.files.some(file => questioned.has(file.path))) inQuestion.push(album)
        const all = [...rows, ...besides].filter(row => row !== undefined)
        unchanged += all.filter(row => row.track_id && !row.problem).length
        const problems = all.filter(row => row.problem)
        skipped.push(...problems.map(row => ({ path: filePathOf(row.path), reason: row.problem })))
      }
      for (const row of [...rows, ...besides]) {
        if (row && known.delete(row.path)) found[row.missing ? 'returned' : 'present'].push(row.path)
      }
    }
  }
  // What was moved to an album that is left for later stays available until it is found there.
  const missing = Array.from(known.values()).filter(
    row =>
      !unreadable.some(path => isWithin(path, row.path)) && !left.has(likenessOf(row.size, row.mtime_ms)),
  )
  const mounts = await compareMountPoints(await readMountPoints(db), present, found)
  const cuts = new Map(Array.from(inner, ([path, rows]) => [path, rows.map(row => row.path)]))
  return {
    ...{ roots, changed, inQuestion, unchanged, cuts, missing, skipped, mounts },
    ...{ unfinished, lists, unreadable },
  }
}

/**
 * Resolves folders to distinct real paths in order, without those inside another one.
 * @param skipped receives optional folders that cannot be opened
 * @returns whether each one is optional
 */
async function openRoots(
  folders: readonly string[],
  optional: readonly string[],
  skipped: { path: string; reason: string }[],
): Promise<Map<string, boolean>> {
  const roots = new Map<string, boolean>()
  for (const folder of folders) {
    if (isBucketPath(folder)) {
      if (!parseBucketPlace(folder))
        throw new OperatorError(`The music folder ${folder} is no place in a bucket: s3://bucket/prefix.`)
      roots.set(folder.replace(/\/$/, ''), optional.includes(folder))
      continue
    }
    const isOptional = optional.includes(folder)
    try {
      const root = await realpath(folder)
      await readdir(root)
      roots.set(root, isOptional && roots.get(root) !== false)
    } catch (error) {
      const reason = describeOpenError(error as NodeJS.ErrnoException)
      if (!isOptional) throw new OperatorError(`The music folder ${folder} ${reason}`)
      skipped.push({ path: folder, reason })
    }
  }
  const distinct = [...roots]
    .filter(([root]) => ![...roots.keys()].some(other => other !== root && isWithin(other, root)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(distinct)
}

function describeOpenError(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'does not exist: check the path, and that its disk is mounted.'
  if (error.code === 'ENOTDIR') return 'is a file: name the folder it lies in.'
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'cannot be opened: its permissions forbid it.'
  return `cannot be opened (${error.code}).`
}

/** Why a folder without music cannot be imported: if it contained some before, it is an unmounted disk, not a thousand deleted files. */
function describeEmptyRoot(
  root: string,
  albums: readonly AlbumFolder[],
  passed: readonly SkippedPath[],
  known: ReadonlyMap<string, KnownFile>,
): string | undefined {
  if (albums.length > 0) return undefined
  const before = Array.from(known.values()).some(
    row => isWithin(root, row.path) && row.track_id && !row.missing,
  )
  if (before) {
    return `The music folder ${root} is empty, and it was not before: mount its disk, or take the folder out of the command.`
  }
  const hint = passed[0] ? ` (${passed.length} passed over, the first because ${passed[0].reason})` : ''
  return `There is no music in ${root}${hint}: name a folder with audio files, such as MP3, FLAC, M4A, Ogg, Opus, WAV or AIFF.`
}

/** A folder of the sample catalogue as it will be when its tracks are rendered. */
function withFinalSizes(folder: FoundFolder, describe: DescribePlaceholder): FoundFolder {
  const audio = folder.audio.map(file => ({ ...file, size: describe(file.path)?.size ?? file.size }))
  return { ...folder, audio }
}

/** The same of a file and of what it was moved from. */
const likenessOf = (size: number, mtimeMs: number) => `${size} ${mtimeMs}`

function historyIn(
  known: ReadonlyMap<string, KnownRow>,
  file: CollectionFile,
  readVersion: number,
): FileHistory {
  const row = known.get(file.path)
  if (row === undefined || row.missing === 1) return 'new'
  return isUnchanged(file, row, readVersion) ? 'unchanged' : 'changed'
}

function isUnchanged(file: CollectionFile, row: KnownRow | undefined, readVersion: number): boolean {
  return (
    row !== undefined &&
    row.missing === 0 &&
    row.size === file.size &&
    row.mtime_ms === file.mtimeMs &&
    row.beside === file.beside &&
    row.read_version === readVersion
  )
}
