import type { Database } from '../../database/tables.ts'
import { countListenerItems, type ListenerItems } from '../../library/trash/trash-store.ts'
import { isInnerPath } from '../../media/cuts/cut-path.ts'
import { isWithin } from '../collection/album-folders.ts'
import { type IsInBucket, isGone } from '../collection/is-gone.ts'
import { findMountPoint, type MountState } from '../collection/mount-points.ts'
import type { RetainedTracks } from '../import-report.ts'
import type { LeasedDatabase } from '../leased-database.ts'
import type { KnownFile } from '../phases/walk-collection.ts'
import { countTracksByAlbum } from './album-count-store.ts'
import { filterKnown, findRemovableTracks, removeTracks } from './missing-track-writer.ts'

/** What `forgetMissing` is about to remove. */
export interface ForgetPreview extends ListenerItems {
  readonly tracks: number
  /** Sorted by the number of tracks, most first. */
  readonly albums: readonly { readonly title: string; readonly artist: string; readonly tracks: number }[]
}

export interface ForgetOptions {
  readonly missing: readonly KnownFile[]
  readonly mounts: MountState
  /** Folders that the operator declares gone. */
  readonly gone: readonly string[]
  readonly isInBucket: IsInBucket
  /** Decides whether the tracks are forgotten. */
  readonly confirm: (preview: ForgetPreview) => Promise<boolean>
}

/**
 * Removes the tracks of missing files, unless their disk may only be unavailable or the files have come back while
 * `confirm` was waiting for an answer. Likes and playlist entries go to the trash.
 */
export async function forgetMissing(
  { db, write }: LeasedDatabase,
  { missing, mounts, gone, isInBucket, confirm }: ForgetOptions,
): Promise<{ forgotten: number; retained: RetainedTracks[] }> {
  const retained = new Map<string, RetainedTracks>()
  const safe = (await filterKnown(db, missing)).filter(file => {
    if (gone.some(folder => isWithin(folder, file.path))) return true
    const mount = findMountPoint(file.path, mounts.points)?.path ?? file.root
    const reason = mounts.doubts.get(mount)
    if (reason === undefined) return true
    if (file.track_id)
      retained.set(mount, { path: mount, reason, tracks: (retained.get(mount)?.tracks ?? 0) + 1 })
    return false
  })
  const tracks = await findRemovableTracks(db, safe)
  const isConfirmed =
    tracks.length > 0 &&
    (await confirm(
      await previewRemoval(
        db,
        tracks.map(track => track.id),
      ),
    ))
  const returned = isConfirmed ? await findReturned(safe, isInBucket) : new Set()
  const forgotten = isConfirmed ? tracks.filter(track => !returned.has(track.id)) : []
  await removeTracks(write, forgotten, Date.now())
  return { forgotten: forgotten.length, retained: [...retained.values()] }
}

/** The tracks of files that may exist again. */
async function findReturned(files: readonly KnownFile[], isInBucket: IsInBucket): Promise<Set<string>> {
  const returned = new Set<string>()
  for (const { path, track_id } of files) {
    // Of a cut, the file may be there: what is gone is the cue sheet, and nobody looks for that here.
    if (!track_id || isInnerPath(path)) continue
    if (!(await isGone(path, isInBucket))) returned.add(track_id)
  }
  return returned
}

/** What would be lost with these tracks. */
export async function previewRemoval(db: Database, ids: readonly string[]): Promise<ForgetPreview> {
  const albums = await countTracksByAlbum(db, ids)
  return {
    tracks: ids.length,
    albums: albums.toSorted((a, b) => b.tracks - a.tracks),
    ...(await countListenerItems(db, ids)),
  }
}
