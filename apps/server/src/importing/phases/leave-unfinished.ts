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

/**
 * What of an album is imported now: nothing while it is being copied, but for five minutes at most; then what is whole.
 * @param isNew whether no import has read a file
 * @param now epoch milliseconds
 * @returns undefined if all of it is left for later; otherwise the album, or as much of it as is whole
 */
export async function leaveUnfinished(
  album: AlbumFolder,
  isNew: (file: CollectionFile) => boolean,
  now: number,
  isWholeFile: IsWhole = isWholeOnDisk,
): Promise<AlbumFolder | undefined> {
  const ageOf = (changedMs: number) => {
    const age = now - changedMs
    return age < -SKEW_MS ? Number.POSITIVE_INFINITY : age
  }
  const added = album.files.filter(isNew)
  const ages = added.map(file => ageOf(file.changedMs))
  const oldest = Math.max(...ages)
  // Copied long ago: the usual case, which costs nothing more.
  if (added.length === 0 || Math.min(...ages) >= LATEST_MS) return album
  const beside = [...album.sheets, ...album.covers].map(file => ageOf(file.changedMs))
  const isBusy = Math.min(...ages, ...beside) < QUIET_MS
  if (isBusy && oldest < LATEST_MS) return undefined
  const unfinished = new Set<CollectionFile>()
  for (const file of added) {
    const age = ageOf(file.changedMs)
    if (age >= LATEST_MS || isBucketPath(file.path)) continue
    if (age < SETTLED_MS || !(await isWholeFile(file.path))) unfinished.add(file)
  }
  if (unfinished.size === 0) return album
  if (oldest < LATEST_MS) return undefined
  return { ...album, files: album.files.filter(file => !unfinished.has(file)) }
}

/** A file that cannot be read is not waited for: the import says why. */
function isWholeOnDisk(path: string): Promise<boolean> {
  return withFile(path, async bytes => isWhole(bytes)).catch(() => true)
}
