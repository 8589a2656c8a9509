import { lstat } from 'node:fs/promises'
import { inChunks } from '../database/in-chunks.ts'
import type { Database } from '../database/tables.ts'
import { countListenerItems, type ListenerItems } from '../library/trash/trash-store.ts'
import { isWithin } from './join-folders.ts'
import { mountPointOf, type SeenMounts } from './mount-points.ts'
import type { KnownFile } from './phase-1-walk.ts'
import type { KeptMissing } from './report.ts'
import { type Forgettable, findForgettable, forgetTracks, stillKnown } from './settle-vanished.ts'
import type { WriteSlice } from './write-slice.ts'

/** What is about to be forgotten. */
export interface ForgetPreview extends ListenerItems {
  readonly tracks: number
  /** Those with most tracks to forget first. */
  readonly albums: readonly { readonly title: string; readonly artist: string; readonly tracks: number }[]
}

export interface ForgetOptions {
  readonly write: WriteSlice
  readonly vanished: readonly KnownFile[]
  readonly mounts: SeenMounts
  /** Folders that the operator says will not come back. */
  readonly gone: readonly string[]
  /** Decides whether the tracks are forgotten. */
  readonly confirm: (preview: ForgetPreview) => Promise<boolean>
}

/**
 * Forgets the tracks of missing files, unless the disk they were on may only be away or the files have come back while
 * `confirm` was waiting for an answer. What listeners had of them goes to the trash.
 * @returns how many were forgotten, and which were kept for what reason
 */
export async function forgetMissing(
  db: Database,
  { write, vanished, mounts, gone, confirm }: ForgetOptions,
): Promise<{ forgotten: number; kept: KeptMissing[] }> {
  const kept = new Map<string, KeptMissing>()
  const safe = (await stillKnown(db, vanished)).filter(file => {
    if (gone.some(folder => isWithin(folder, file.path))) return true
    const mount = mountPointOf(file.path, mounts.points)?.path ?? file.root
    const reason = mounts.doubts.get(mount)
    if (reason === undefined) return true
    if (file.track_id) kept.set(mount, { path: mount, reason, tracks: (kept.get(mount)?.tracks ?? 0) + 1 })
    return false
  })
  const tracks = await findForgettable(db, safe)
  const isConfirmed = tracks.length > 0 && (await confirm(await preview(db, tracks)))
  const returned = isConfirmed ? await findReturned(safe) : new Set()
  const forgotten = isConfirmed ? tracks.filter(track => !returned.has(track.id)) : []
  await forgetTracks(write, forgotten, Date.now())
  return { forgotten: forgotten.length, kept: [...kept.values()] }
}

/** The tracks of files that may be there again. */
async function findReturned(files: readonly KnownFile[]): Promise<Set<string>> {
  const returned = new Set<string>()
  for (const { path, track_id } of files) {
    if (track_id && !(await isGone(path))) returned.add(track_id)
  }
  return returned
}

function isGone(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
  )
}

async function preview(db: Database, tracks: readonly Forgettable[]): Promise<ForgetPreview> {
  const ids = tracks.map(track => track.id)
  const albums = new Map<string, { title: string; artist: string; tracks: number }>()
  for (const chunk of inChunks(ids)) {
    const rows = await db
      .selectFrom('tracks')
      .innerJoin('albums', 'albums.id', 'tracks.album_id')
      .innerJoin('artists', 'artists.id', 'albums.artist_id')
      .select(['albums.id', 'albums.title', 'artists.name'])
      .where('tracks.id', 'in', chunk)
      .execute()
    for (const { id, title, name } of rows) {
      const album = albums.get(id) ?? { title, artist: name, tracks: 0 }
      albums.set(id, { ...album, tracks: album.tracks + 1 })
    }
  }
  return {
    tracks: tracks.length,
    albums: [...albums.values()].sort((one, other) => other.tracks - one.tracks),
    ...(await countListenerItems(db, ids)),
  }
}
