import { readdir, realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { OperatorError } from '../settings.ts'
import { type AlbumFolder, type CollectionFile, isWithin, joinFolders } from './join-folders.ts'
import {
  compareMountPoints,
  findMountPoints,
  type MountPoint,
  readMountPoints,
  type SeenMounts,
} from './mount-points.ts'
import type { FileRow } from './tables.ts'
import { type Passed, walkRoot } from './walk-folder.ts'

export type KnownFile = Pick<FileRow, 'path' | 'root' | 'track_id' | 'audio_id' | 'missing' | 'problem'>

export interface Walked {
  /** The folders that were gone through: real paths, none inside another. */
  readonly roots: readonly string[]
  /** Folders in which something is new or different, in order of their paths. */
  readonly changed: readonly AlbumFolder[]
  /** Tracks' files that are as they were. */
  readonly unchanged: number
  /** Files that were known and are not there. */
  readonly vanished: readonly KnownFile[]
  readonly skipped: readonly { path: string; reason: string }[]
  readonly mounts: SeenMounts
}

/**
 * Phase 1: what changed since the last run, told by names, sizes and times.
 * @param gone folders that are not walked and whose files count as vanished
 * @throws OperatorError when a folder is not there, cannot be opened or holds no music.
 */
export async function walkCollection(
  db: Database,
  folders: readonly string[],
  { gone, signal }: { readonly gone: readonly string[]; readonly signal: AbortSignal },
): Promise<Walked> {
  const roots = await openRoots(folders)
  const known = new Map((await readKnown(db, [...roots, ...gone])).map(row => [row.path, row]))
  const changed: AlbumFolder[] = []
  const skipped: { path: string; reason: string }[] = []
  const unsure: string[] = []
  const met: MountPoint[] = []
  const found = {
    known: [...known.keys()],
    folders: [] as string[],
    present: [] as string[],
    returned: [] as string[],
  }
  let unchanged = 0
  for (const root of roots) {
    const { folders: seen, passed, devices } = await walkRoot(root, signal)
    met.push(...(await findMountPoints(root, devices)))
    found.folders.push(...seen.filter(folder => folder.sounds.length > 0).map(folder => folder.path))
    const albums = joinFolders(root, seen)
    refuseEmpty(root, albums, passed, known)
    skipped.push(...passed.map(({ path, reason }) => ({ path, reason })))
    unsure.push(...passed.filter(one => one.unsure).map(one => one.path))
    for (const album of albums) {
      const rows = album.files.map(file => known.get(file.path))
      if (album.files.some((file, n) => !isAsKnown(file, rows[n]))) changed.push(album)
      else {
        unchanged += rows.filter(row => row?.track_id && !row.problem).length
        skipped.push(
          ...rows.filter(row => row?.problem).map(row => ({ path: row!.path, reason: row!.problem })),
        )
      }
      for (const row of rows) {
        if (row && known.delete(row.path)) found[row.missing ? 'returned' : 'present'].push(row.path)
      }
    }
  }
  const vanished = Array.from(known.values()).filter(row => !unsure.some(path => isWithin(path, row.path)))
  const mounts = await compareMountPoints(await readMountPoints(db), met, found)
  return { roots, changed, unchanged, vanished, skipped, mounts }
}

/** Real paths, each once; a folder inside another one is walked with it. */
async function openRoots(folders: readonly string[]): Promise<string[]> {
  const roots: string[] = []
  for (const folder of folders) {
    const root = await realpath(folder).catch(error => {
      throw new OperatorError(`The music folder ${folder} ${whyNot(error)}`)
    })
    await readdir(root).catch(error => {
      throw new OperatorError(`The music folder ${folder} ${whyNot(error)}`)
    })
    roots.push(root)
  }
  const distinct = [...new Set(roots)]
  return distinct.filter(root => !distinct.some(other => other !== root && isWithin(other, root))).sort()
}

function whyNot(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'does not exist: check the path, and that its disk is mounted.'
  if (error.code === 'ENOTDIR') return 'is a file: name the folder it lies in.'
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'cannot be opened: its permissions forbid it.'
  return `cannot be opened (${error.code}).`
}

/** An empty folder that was full is an unmounted disk, not a thousand files deleted. */
function refuseEmpty(
  root: string,
  albums: readonly AlbumFolder[],
  passed: readonly Passed[],
  known: ReadonlyMap<string, KnownFile>,
): void {
  if (albums.length > 0) return
  const before = Array.from(known.values()).some(
    row => isWithin(root, row.path) && row.track_id && !row.missing,
  )
  if (before) {
    throw new OperatorError(
      `The music folder ${root} is empty, and it was not before: mount its disk, or take the folder out of the command.`,
    )
  }
  const hint = passed[0] ? ` (${passed.length} passed over, the first because ${passed[0].reason})` : ''
  throw new OperatorError(
    `There is no music in ${root}${hint}: name a folder with MP3, FLAC, M4A, Ogg, Opus, WAV or AIFF files.`,
  )
}

async function readKnown(db: Database, roots: readonly string[]) {
  return (
    db
      .selectFrom('files')
      .select(['path', 'root', 'size', 'mtime_ms', 'beside', 'track_id', 'audio_id', 'problem', 'missing'])
      // By path: a folder may have been imported before as part of another one, or another as part of it.
      .where(({ or }) => or(roots.map(root => isBelow(`${root}${sep}`))))
      .execute()
  )
}

/** The databases count characters, not UTF-16 units. */
const isBelow = (start: string) =>
  sql<boolean>`substr(path, 1, ${sql.lit(Array.from(start).length)}) = ${start}`

type KnownRow = Awaited<ReturnType<typeof readKnown>>[number]

function isAsKnown(file: CollectionFile, row: KnownRow | undefined): boolean {
  return (
    row !== undefined &&
    row.missing === 0 &&
    row.size === file.size &&
    row.mtime_ms === file.mtimeMs &&
    row.beside === file.beside
  )
}
