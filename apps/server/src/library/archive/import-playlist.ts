import type { importArchivePlaylist as operation } from '@refrain/contract/library/archive'
import type { InputOf, OutputOf } from '@refrain/contract/operation'
import type { Selectable } from 'kysely'
import { lockUser } from '../../account/user-store.ts'
import { filterExistingTrackIds } from '../../catalogue/track-store.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { ensureLikedSongs, readLikedSongs } from '../likes/liked-songs.ts'
import { insertPlaylist, updatePlaylistRow } from '../playlists/playlist-store.ts'
import { refuseTooMany } from '../playlists/playlist-tracks.ts'
import { emptyPlaylist, readTitle, refuseFull } from '../playlists/playlists.ts'
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
  const given = archived.tracks.map(({ id, at }) => ({ id, at: readTime(at, now) }))
  return write(db, async tx => {
    await lockUser(tx, userId)
    const known = new Set(
      await filterExistingTrackIds(
        tx,
        given.map(({ id }) => id),
      ),
    )
    const existing = given.filter(({ id }) => known.has(id))
    // A track is liked once.
    const tracks = archived.type === 'liked' ? withoutRepeats(existing) : existing
    const ids = tracks.map(({ id }) => id)
    const { row, isNew } =
      archived.type === 'liked'
        ? { row: await readLikedSongs(tx, userId), isNew: false }
        : await findOrCreate(tx, userId, archived, ids, now)
    const missing = await order.countMissing(tx, row.id, ids)
    if (missing > 0) {
      if (archived.type === 'liked') await ensureLikedSongs(tx, userId)
      await refuseTooMany(tx, userId, row.id, missing)
      await order.insertTracks(tx, row.id, tracks)
      if (!isNew) await updatePlaylistRow(tx, row.id)
    }
    return { playlistId: row.id, isNew, added: missing, hasPicture: row.profile_path !== '' }
  })
}

/** The first of each id; of several times the last one, as for all items of archives. */
function withoutRepeats(tracks: readonly order.AddedTrack[]): order.AddedTrack[] {
  return Array.from(new Map(tracks.map(({ id, at }) => [id, at])), ([id, at]) => ({ id, at }))
}

async function findOrCreate(
  tx: Transaction,
  userId: string,
  { origin, title: given, createdAt, comment = '' }: ArchivedPlaylist,
  trackIds: readonly string[],
  now: number,
): Promise<{ row: Selectable<PlaylistRow>; isNew: boolean }> {
  const title = readTitle(given)
  const known = (await findByOrigin(tx, userId, origin)) ?? (await findSame(tx, userId, title, trackIds))
  if (known) return { row: known, isNew: false }
  await refuseFull(tx, userId)
  const row = { ...emptyPlaylist(userId, title, readTime(createdAt, now)), origin, comment }
  await insertPlaylist(tx, row)
  return { row, isNew: true }
}
