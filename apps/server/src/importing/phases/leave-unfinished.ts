import { withFile } from '@refrain/audio/bytes/file-bytes'
import { isWhole } from '@refrain/audio/whole/is-whole'
import { isBucketPath } from '../../media/storage/collection-buckets.ts'
import type { AlbumFolder, CollectionFile } from '../collection/album-folders.ts'

/** An album with new files appears once nothing of it has changed for so long. */
const QUIET_MS = 10_000
/** A file that has not changed for so long is read. */
const SETTLED_MS = 5_000
/** The longest that an album waits, from its first file on; a file that is not whole is imported as it is then. */
const LATEST_MS = 300_000
/** Clocks of file servers may be ahead. What is further in the future says nothing. */
const SKEW_MS = 60_000

/** Whether a file reaches to its end. */
export type IsWhole = (path: string) => Promise<boolean>

/** What earlier imports made of a file: nothing, something else than it is now, or the same. */
export type FileHistory = 'new' | 'changed' | 'unchanged'

/**
 * What of an album is imported now: known files that have changed, but nothing new while it is being copied, for five minutes at most;
 * then what is whole, and what has grown for so long.
 * @param now epoch milliseconds
 * @returns undefined if all of it is left for later; otherwise the album, or as much of it as is whole
 */
export async function leaveUnfinished(
  album: AlbumFolder,
  historyOf: (file: CollectionFile) => FileHistory,
  now: number,
  isWholeFile: IsWhole = isWholeOnDisk,
): Promise<AlbumFolder | undefined> {
  const added = album.files.filter(file => historyOf(file) === 'new')
  const youngest = smallest(added.map(file => ageAt(now, file.changedMs)))
  // Copied long ago: the usual case, which costs nothing more.
  if (added.length === 0 || youngest >= LATEST_MS) return album
  const isLate = added.some(file => waitedMs(now, file) >= LATEST_MS)
  const beside = [...album.sheets, ...album.covers].map(file => ageAt(now, file.changedMs))
  const isBusy = Math.min(youngest, smallest(beside)) < QUIET_MS
  const unfinished = isBusy && !isLate ? new Set(added) : await findUnfinished(added, now, isWholeFile)
  if (unfinished.size === 0) return album
  const left = isLate ? unfinished : new Set(added)
  const files = album.files.filter(file => !left.has(file))
  return files.some(file => historyOf(file) !== 'unchanged') ? { ...album, files } : undefined
}

async function findUnfinished(
  added: readonly CollectionFile[],
  now: number,
  isWholeFile: IsWhole,
): Promise<ReadonlySet<CollectionFile>> {
  const unfinished = new Set<CollectionFile>()
  for (const file of added) {
    if (waitedMs(now, file) >= LATEST_MS || isBucketPath(file.path)) continue
    const isSettled = ageAt(now, file.changedMs) >= SETTLED_MS
    if (!isSettled || !(await isWholeFile(file.path))) unfinished.add(file)
  }
  return unfinished
}

/** Of an album of any number of files. */
const smallest = (values: readonly number[]) =>
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)

/** What is far in the future says nothing. */
function ageAt(now: number, ms: number): number {
  const age = now - ms
  return age < -SKEW_MS ? Number.POSITIVE_INFINITY : age
}

/** How long a file has been there: since it was made if it is still written, as one that grows for hours is never quiet. */
function waitedMs(now: number, { changedMs, bornMs, mtimeMs }: CollectionFile): number {
  const age = ageAt(now, changedMs)
  const isWritten = ageAt(now, mtimeMs) < LATEST_MS
  return isWritten && bornMs ? Math.max(age, ageAt(now, bornMs)) : age
}

/** A file that cannot be read is not waited for: the import says why. */
function isWholeOnDisk(path: string): Promise<boolean> {
  return withFile(path, async bytes => isWhole(bytes)).catch(() => true)
}
