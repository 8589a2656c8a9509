import { likedSongsId, type Playlist } from '@refrain/contract/library/playlists'
import { countLimits } from '@refrain/contract/limits'
import type { Selectable } from 'kysely'
import { lockUser } from '../../account/user-store.ts'
import { filterExistingTrackIds } from '../../catalogue/track-store.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { InvalidInputError, NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import { ensureLikedSongs } from '../likes/liked-songs.ts'
import type { PlaylistRow } from '../tables.ts'
import * as entries from './entry-store.ts'
import { type PlaylistAppearance, updatePlaylistRow } from './playlist-store.ts'
import { readOwnPlaylistRow, withTracks } from './playlists.ts'
import * as order from './track-order-store.ts'

/** Appends a track unless the playlist holds it. @throws NotFoundError for an unknown track */
export async function addTrack(
  db: Database,
  userId: string,
  playlistId: string,
  trackId: string,
): Promise<Playlist> {
  return changePlaylist(db, userId, playlistId, async (tx, row) => {
    const known = await filterExistingTrackIds(tx, [trackId])
    if (known.length === 0) throw new NotFoundError('There is no such track.')
    return addMissingTracks(tx, row, known)
  })
}

/** Appends the tracks that exist and that the playlist does not hold, in the order given. */
export async function addTracks(
  db: Database,
  userId: string,
  playlistId: string,
  trackIds: readonly string[],
): Promise<Playlist> {
  return changePlaylist(db, userId, playlistId, async (tx, row) =>
    addMissingTracks(tx, row, await filterExistingTrackIds(tx, trackIds)),
  )
}

/** Removes all entries of a track from a playlist, or its like. */
export async function removeTrack(
  db: Database,
  userId: string,
  playlistId: string,
  trackId: string,
): Promise<Playlist> {
  return changePlaylist(
    db,
    userId,
    playlistId,
    async (tx, row) => (await entries.removeTracks(tx, row.id, [trackId])) > 0,
  )
}

/** Removes one entry. Does nothing if the playlist does not have it. */
export async function removeEntry(
  db: Database,
  userId: string,
  playlistId: string,
  entryId: string,
): Promise<Playlist> {
  return changePlaylist(db, userId, playlistId, (tx, row) => entries.deleteEntry(tx, row.id, entryId))
}

/** Moves an entry after another one, or to the beginning. @throws NotFoundError unless the playlist has both */
export async function moveEntry(
  db: Database,
  userId: string,
  playlistId: string,
  entryId: string,
  afterEntryId: string | null,
): Promise<Playlist> {
  if (entryId === afterEntryId) throw new InvalidInputError('afterTrackId: is the track itself')
  return changePlaylist(db, userId, playlistId, async (tx, row) => {
    const isHeld =
      (await entries.hasEntry(tx, row.id, entryId)) &&
      (afterEntryId === null || (await entries.hasEntry(tx, row.id, afterEntryId)))
    if (!isHeld) throw new NotFoundError('The playlist does not hold the track.')
    await order.updateEntryPosition(tx, row.id, entryId, afterEntryId)
    return true
  })
}

/**
 * Changes one of the listener's playlists. A listener's changes run one after the other.
 * @param work returns whether it changed anything, or the title or comment that it changes: then the version is incremented
 * @throws NoSuchPlaylistError
 */
export async function changePlaylist(
  db: Database,
  userId: string,
  playlistId: string,
  work: (tx: Transaction, row: Selectable<PlaylistRow>) => Promise<boolean | Partial<PlaylistAppearance>>,
): Promise<Playlist> {
  const changed = await write(db, async tx => {
    await lockUser(tx, userId)
    const row = await readOwnPlaylistRow(tx, userId, playlistId)
    const change = await work(tx, row)
    if (change === false) return row
    return updatePlaylistRow(tx, row.id, change === true ? {} : change)
  })
  return withTracks(db, changed)
}

/**
 * Appends those tracks that the playlist does not hold. The first like creates Liked Songs.
 * @param trackIds existing tracks, each once
 * @returns whether there were any; the caller increments the version
 * @throws RequestError (409) if it would hold too many tracks
 */
export async function addMissingTracks(
  tx: Transaction,
  { id, user_id }: Selectable<PlaylistRow>,
  trackIds: readonly string[],
): Promise<boolean> {
  const held = await entries.findContained(tx, id, trackIds)
  const missing = trackIds.filter(trackId => !held.has(trackId))
  if (missing.length === 0) return false
  if (id === likedSongsId(user_id)) await ensureLikedSongs(tx, user_id)
  await refuseTooMany(tx, user_id, id, missing.length)
  await order.appendTracks(tx, id, missing, Date.now())
  return true
}

/** @throws RequestError (409) if a playlist, or all together, would hold too many tracks with `more` added */
export async function refuseTooMany(
  tx: Transaction,
  userId: string,
  playlistId: string,
  more: number,
): Promise<void> {
  const { inPlaylist, inAll } = await entries.countTracks(tx, userId, playlistId)
  if (inPlaylist + more > countLimits.playlistTracks) {
    throw new RequestError(409, `A playlist holds no more than ${countLimits.playlistTracks} songs.`)
  }
  if (inAll + more > countLimits.tracksOfAllPlaylists) {
    throw new RequestError(
      409,
      `All playlists together hold no more than ${countLimits.tracksOfAllPlaylists} songs.`,
    )
  }
}
