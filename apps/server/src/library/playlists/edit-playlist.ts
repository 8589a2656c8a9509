import { LIKED_SONGS, type Playlist } from '@refrain/contract/library/playlists'
import { countLimits } from '@refrain/contract/limits'
import type { Selectable } from 'kysely'
import { lockUser } from '../../account/user-store.ts'
import { filterExistingTrackIds } from '../../catalogue/track-store.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { ForbiddenError, RequestError } from '../../http/errors/request-errors.ts'
import type { PlaylistRow } from '../tables.ts'
import { removeAll, removeAtIndexes } from './entry-store.ts'
import { insertPlaylist } from './playlist-store.ts'
import { addMissingTracks, changePlaylist, refuseTooMany } from './playlist-tracks.ts'
import { emptyPlaylist, refuseFull, withTracks } from './playlists.ts'
import { appendTracks } from './track-order-store.ts'

/** A change of a playlist in one step. */
export interface PlaylistEdit {
  /** Valid; the caller checks it with `readTitle` or by rules of its own. */
  readonly title?: string | undefined
  readonly comment?: string | undefined
  /** Indexes from 0 of entries to remove, as they are before the edit; those out of range are ignored. */
  readonly removed?: readonly number[] | 'all' | undefined
  /** Tracks to append afterwards, as often as given; unknown ones are left out. */
  readonly added?: readonly string[] | undefined
}

/**
 * Edits one of the listener's playlists: all or nothing. In Liked Songs, removing and adding is unliking and liking.
 * @throws NoSuchPlaylistError
 * @throws ForbiddenError for a title or comment of Liked Songs
 * @throws RequestError (409) if there would be too many tracks
 */
export async function editPlaylist(
  db: Database,
  userId: string,
  playlistId: string,
  { title, comment, removed = [], added = [] }: PlaylistEdit,
): Promise<Playlist> {
  return changePlaylist(db, userId, playlistId, async (tx, row) => {
    if (row.kind === 'liked' && (title !== undefined || comment !== undefined))
      throw new ForbiddenError(`${LIKED_SONGS} stays as it is.`)
    const appearance = {
      ...(title !== undefined && title !== row.title && { title }),
      ...(comment !== undefined && comment !== row.comment && { comment }),
    }
    const removedCount =
      removed === 'all' ? await removeAll(tx, row.id) : await removeAtIndexes(tx, row.id, removed)
    const isLonger = await append(tx, row, added)
    const isChanged = removedCount > 0 || isLonger || Object.keys(appearance).length > 0
    return isChanged && appearance
  })
}

/**
 * Creates a playlist with tracks, as often as given; unknown ones are left out.
 * @param title valid; the caller checks it with `readTitle` or by rules of its own
 * @throws RequestError (409) if there would be too many playlists or tracks
 */
export async function createFilledPlaylist(
  db: Database,
  userId: string,
  title: string,
  trackIds: readonly string[],
): Promise<Playlist> {
  const row = await write(db, async tx => {
    await lockUser(tx, userId)
    await refuseFull(tx, userId)
    const created = emptyPlaylist(userId, title, Date.now())
    await insertPlaylist(tx, created)
    await append(tx, created, trackIds)
    return created
  })
  return withTracks(db, row)
}

/** @returns whether there was anything to append */
async function append(
  tx: Transaction,
  row: Selectable<PlaylistRow>,
  trackIds: readonly string[],
): Promise<boolean> {
  if (trackIds.length > countLimits.playlistTracks)
    throw new RequestError(409, `A playlist holds no more than ${countLimits.playlistTracks} songs.`)
  const existing = await filterExistingTrackIds(tx, trackIds)
  // A track is liked once.
  if (row.kind === 'liked') return addMissingTracks(tx, row, existing)
  const known = new Set(existing)
  const tracks = trackIds.filter(id => known.has(id))
  if (tracks.length === 0) return false
  await refuseTooMany(tx, row.user_id, row.id, tracks.length)
  await appendTracks(tx, row.id, tracks, Date.now())
  return true
}
