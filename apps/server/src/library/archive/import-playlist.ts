import type { importArchivePlaylist as operation } from '@refrain/contract/library/archive'
import { PLAYLIST_COLOUR } from '@refrain/contract/library/playlists'
import type { InputOf, OutputOf } from '@refrain/contract/operation'
import type { Selectable } from 'kysely'
import { lockUser } from '../../account/user-store.ts'
import { filterExistingTrackIds } from '../../catalogue/track-store.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { ensureLikedSongs, readLikedSongs } from '../likes/liked-songs.ts'
import { insertPlaylist, updatePlaylistRow } from '../playlists/playlist-store.ts'
import { refuseTooMany } from '../playlists/playlist-tracks.ts'
import { createPlaylistId, readTitle, refuseFull } from '../playlists/playlists.ts'
import * as order from '../playlists/track-order-store.ts'
import type { PlaylistRow } from '../tables.ts'
import { findByOrigin, findSame } from './archived-playlist-store.ts'
import { readTime } from './import-items.ts'

type ArchivedPlaylist = InputOf<typeof operation>

/**
 * Adds a playlist of an archive, or its likes, to what the listener has. Nothing is removed or moved.
 * @throws InvalidInputError for an invalid title
 * @throws RequestError (409) if it would be too many playlists or tracks
 */
export function importPlaylist(
  db: Database,
  userId: string,
  archived: ArchivedPlaylist,
): Promise<OutputOf<typeof operation>> {
  const now = Date.now()
  const times = new Map(archived.tracks.map(({ id, at }) => [id, readTime(at, now)]))
  return write(db, async tx => {
    await lockUser(tx, userId)
    const ids = await filterExistingTrackIds(tx, [...times.keys()])
    const tracks = ids.map(id => ({ id, at: times.get(id)! }))
    const { row, isNew } =
      archived.type === 'liked'
        ? { row: await readLikedSongs(tx, userId), isNew: false }
        : await findOrCreate(tx, userId, archived, ids, now)
    const held = await order.findContained(tx, row.id, ids)
    const missing = ids.length - held.size
    if (missing > 0) {
      if (archived.type === 'liked') await ensureLikedSongs(tx, userId)
      await refuseTooMany(tx, userId, row.id, missing)
      await order.insertTracks(tx, row.id, tracks)
      if (!isNew) await updatePlaylistRow(tx, row.id)
    }
    return { playlistId: row.id, isNew, added: missing, hasPicture: row.profile_path !== '' }
  })
}

async function findOrCreate(
  tx: Transaction,
  userId: string,
  { origin, title: given, createdAt }: ArchivedPlaylist,
  trackIds: readonly string[],
  now: number,
): Promise<{ row: Selectable<PlaylistRow>; isNew: boolean }> {
  const title = readTitle(given)
  const known = (await findByOrigin(tx, userId, origin)) ?? (await findSame(tx, userId, title, trackIds))
  if (known) return { row: known, isNew: false }
  await refuseFull(tx, userId)
  const row: Selectable<PlaylistRow> = {
    id: createPlaylistId(),
    user_id: userId,
    kind: 'playlist',
    title,
    profile_path: '',
    color: PLAYLIST_COLOUR,
    thumbhash: '',
    version: 1,
    created_at: readTime(createdAt, now),
    origin,
  }
  await insertPlaylist(tx, row)
  return { row, isNew: true }
}
