import type { Playlist } from '@refrain/contract/library/playlists'
import type { Selectable } from 'kysely'
import { lockUser } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { removeAll } from '../playlists/entry-store.ts'
import { insertPlaylist, readPlaylistRow, updatePlaylistRow } from '../playlists/playlist-store.ts'
import { refuseTooMany } from '../playlists/playlist-tracks.ts'
import { NoSuchPlaylistError, refuseFull, withTracks } from '../playlists/playlists.ts'
import { insertTracks } from '../playlists/track-order-store.ts'
import type { DeletedPlaylistRow, PlaylistRow } from '../tables.ts'
import { readDeletedPlaylist, removeFromTrash } from './deleted-playlist-store.ts'
import * as restoring from './restoring-store.ts'

/**
 * Restores a deleted playlist of the listener, or the likes of the last deletion of Liked Songs. One that is there is
 * returned as it is.
 * @throws NoSuchPlaylistError if it was not deleted, or too long ago
 * @throws RequestError (409) if there would be too many playlists or tracks
 */
export async function restorePlaylist(db: Database, userId: string, id: string): Promise<Playlist> {
  const row = await write(db, async tx => {
    await lockUser(tx, userId)
    const deleted = await readDeletedPlaylist(tx, userId, id, Date.now())
    const current = await readPlaylistRow(tx, userId, id)
    if (deleted) return current ? merge(tx, deleted) : putBack(tx, deleted)
    if (!current) throw new NoSuchPlaylistError()
    return current
  })
  return withTracks(db, row)
}

async function putBack(
  tx: Transaction,
  deleted: Selectable<DeletedPlaylistRow>,
): Promise<Selectable<PlaylistRow>> {
  const { entries: _, deleted_at: __, ...playlist } = deleted
  const { id, user_id: userId, kind } = playlist
  if (kind === 'playlist') await refuseFull(tx, userId)
  await refuseTooMany(tx, userId, id, await restoring.countRestorable(tx, id))
  const row = { ...playlist, version: playlist.version + 1, changed_at: Date.now() }
  await insertPlaylist(tx, row)
  await restoring.restoreEntries(tx, id)
  await removeFromTrash(tx, id)
  return restoring.restorePicture(tx, row)
}

/** Adds the likes to those since the deletion, which follow them. A track that was liked again gets its old place and time. */
async function merge(
  tx: Transaction,
  { id, user_id: userId, version }: Selectable<DeletedPlaylistRow>,
): Promise<Selectable<PlaylistRow>> {
  await refuseTooMany(tx, userId, id, await restoring.countRestorable(tx, id))
  const since = await restoring.readAddedSince(tx, id)
  await removeAll(tx, id)
  await restoring.restoreEntries(tx, id)
  await insertTracks(tx, id, since)
  await removeFromTrash(tx, id)
  await restoring.raiseVersion(tx, id, version)
  return updatePlaylistRow(tx, id)
}
