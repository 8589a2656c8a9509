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
import { updatePlaylistRow } from './playlist-store.ts'
import { readOwnPlaylistRow, withTracks } from './playlists.ts'
import * as order from './track-order-store.ts'

/** Appends a track unless the playlist holds it. @throws NotFoundError for an unknown track */
export async function addTrack(
  db: Database,
  userId: string,
  playlistId: string,
  trackId: string,
): Promise<Playlist> {
  return change(db, userId, playlistId, async (tx, row) => {
    const known = await filterExistingTrackIds(tx, [trackId])
    if (known.length === 0) throw new NotFoundError('There is no such track.')
    return addMissing(tx, row, known)
  })
}

/** Appends the tracks that exist and that the playlist does not hold, in the order given. */
export async function addTracks(
  db: Database,
  userId: string,
  playlistId: string,
  trackIds: readonly string[],
): Promise<Playlist> {
  return change(db, userId, playlistId, async (tx, row) =>
    addMissing(tx, row, await filterExistingTrackIds(tx, trackIds)),
  )
}

/** Removes a track from a playlist or from Liked Songs. */
export async function removeTrack(
  db: Database,
  userId: string,
  playlistId: string,
  trackId: string,
): Promise<Playlist> {
  return change(db, userId, playlistId, (tx, row) => order.removeTrack(tx, row.id, trackId))
}

/** Moves a track after another one, or to the beginning. @throws NotFoundError unless the playlist holds both */
export async function moveTrack(
  db: Database,
  userId: string,
  playlistId: string,
  trackId: string,
  afterTrackId: string | null,
): Promise<Playlist> {
  if (trackId === afterTrackId) throw new InvalidInputError('afterTrackId: is the track itself')
  return change(db, userId, playlistId, async (tx, row) => {
    const wanted = afterTrackId === null ? [trackId] : [trackId, afterTrackId]
    const held = await order.findContained(tx, row.id, wanted)
    if (held.size < wanted.length) throw new NotFoundError('The playlist does not hold the track.')
    await order.moveTrack(tx, row.id, trackId, afterTrackId)
    return true
  })
}

/**
 * Changes one of the listener's playlists. A listener's changes run one after the other.
 * @param work returns whether it changed anything: then the version is incremented
 */
async function change(
  db: Database,
  userId: string,
  playlistId: string,
  work: (tx: Transaction, row: Selectable<PlaylistRow>) => Promise<boolean>,
): Promise<Playlist> {
  const changed = await write(db, async tx => {
    await lockUser(tx, userId)
    const row = await readOwnPlaylistRow(tx, userId, playlistId)
    return (await work(tx, row)) ? updatePlaylistRow(tx, row.id) : row
  })
  return withTracks(db, changed)
}

/** @throws RequestError (409) if it would hold too many tracks */
async function addMissing(
  tx: Transaction,
  { id, user_id }: Selectable<PlaylistRow>,
  trackIds: readonly string[],
): Promise<boolean> {
  const held = await order.findContained(tx, id, trackIds)
  const missing = trackIds.filter(trackId => !held.has(trackId))
  if (missing.length === 0) return false
  // The first like creates Liked Songs.
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
  const { inPlaylist, inAll } = await order.countTracks(tx, userId, playlistId)
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
