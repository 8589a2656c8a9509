import { countLimits } from '@refrain/contract/limits'
import { incrementCatalogueVersion } from '../../catalogue/version-writer.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { createYield } from '../../http/limits/yield-to-requests.ts'
import { type SavedList, saveList } from '../../library/collection-playlists/collection-playlist-writer.ts'
import {
  hasRoom,
  NO_ROOM,
  type PlaylistRoom,
  takesRoom,
} from '../../library/collection-playlists/playlist-room-store.ts'
import { findTracks } from '../../library/matching/match-tracks.ts'
import type { LeasedDatabase } from '../leased-database.ts'
import type { FoundList } from '../phases/walk-collection.ts'
import { type KnownList, readAlbumOf } from './list-store.ts'
import type { ReadList } from './read-list.ts'
import { repeatsAlbum } from './repeats-album.ts'

/** A list that was read. */
export interface ListOutcome extends ReadList {
  readonly file: FoundList
  /** Why it could not be read, else ''. */
  readonly problem: string
}

export interface WriteOptions {
  readonly dialect: OpenDatabase['dialect']
  readonly signal: AbortSignal
  readonly known: ReadonlyMap<string, KnownList>
  /** What the lists take is subtracted. */
  readonly room: PlaylistRoom
}

/** Stores some lists in one transaction. Caches are invalidated once, and only if listeners see a difference. */
export async function writeLists(
  { db, write }: LeasedDatabase,
  { dialect, signal, known, room }: WriteOptions,
  lists: readonly ListOutcome[],
): Promise<void> {
  if (lists.length === 0) return
  const entries = lists.flatMap(list => list.entries)
  const found = await findTracks({ db, dialect }, entries, createYield(signal))
  const saved: SavedList[] = []
  for (const list of lists) {
    signal.throwIfAborted()
    const trackIds = list.entries.flatMap(entry => found.get(entry)?.id ?? [])
    const [first] = trackIds
    const album = first === undefined ? [] : await readAlbumOf(db, first, countLimits.related)
    const isAlbum = repeatsAlbum(list.entries.length, trackIds, album)
    saved.push(decide(list, trackIds, isAlbum, { before: known.get(list.file.path), room }))
  }
  await write(async tx => {
    const now = Date.now()
    let isSeen = false
    for (const list of saved) if (await saveList(tx, list, now)) isSeen = true
    if (isSeen) await incrementCatalogueVersion(tx)
  })
}

interface Place {
  readonly before: KnownList | undefined
  readonly room: PlaylistRoom
}

/** Makes a list a playlist if there is room, which it takes. */
function decide(
  { file, title, entries, problem }: ListOutcome,
  trackIds: readonly string[],
  isAlbum: boolean,
  { before, room }: Place,
): SavedList {
  const { path, root, size, mtimeMs } = file
  const place = { path, root, size, mtime_ms: mtimeMs }
  const lines = entries.length
  if (before && takesRoom(before)) {
    room.playlists += 1
    room.lines += before.lines
  }
  if (problem) return { ...place, state: 'problem', problem, title: '', lines: 0, trackIds: [] }
  if (isAlbum) return { ...place, state: 'album', problem, title, lines, trackIds }
  // With its lines: it is read again once they fit.
  if (!hasRoom(room, lines))
    return { ...place, state: 'problem', problem: NO_ROOM, title, lines, trackIds: [] }
  room.playlists -= 1
  room.lines -= lines
  return { ...place, state: 'playlist', problem, title, lines, trackIds }
}
