import { likedSongsId, type Playlist } from '@refrain/contract/library/playlists'
import { countLimits } from '@refrain/contract/limits'
import type { Selectable } from 'kysely'
import { lockUser } from '../../account/user-store.ts'
import { inChunks } from '../../database/in-chunks.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { InvalidInputError, NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import { ensureLikedSongs } from '../likes/liked-songs.ts'
import type { PlaylistRow } from '../tables.ts'
import { updatePlaylistRow } from './playlist-store.ts'
import { readOwnPlaylistRow, withTracks } from './playlists.ts'
import * as order from './track-order-store.ts'

/** Adds a track at the end; one that is there stays where it is. @throws NotFoundError for an unknown track */
export async function addTrack(
  db: Database,
  userId: string,
  playlistId: string,
  trackId: string,
): Promise<Playlist> {
  return change(db, userId, playlistId, async (tx, row) => {
    const known = await keepKnown(tx, [trackId])
    if (known.length === 0) throw new NotFoundError('There is no such track.')
    return addMissing(tx, row, known)
  })
}

/** Adds those of the tracks that there are and that it does not hold, at the end, in the order given. */
export async function addTracks(
  db: Database,
  userId: string,
  playlistId: string,
  trackIds: readonly string[],
): Promise<Playlist> {
  return change(db, userId, playlistId, async (tx, row) => addMissing(tx, row, await keepKnown(tx, trackIds)))
}

/** Takes a track out, from Liked Songs the like. */
export async function removeTrack(
  db: Database,
  userId: string,
  playlistId: string,
  trackId: string,
): Promise<Playlist> {
  return change(db, userId, playlistId, (tx, row) => order.removeTrack(tx, row.id, trackId))
}

/** Puts a track behind another one, or first. @throws NotFoundError where it holds either no longer */
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
 * Changes one of the listener's playlists; their changes come one after the other.
 * @param work says whether it changed anything: then it is another version
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

/** @throws RequestError (409) where it would hold too many */
async function addMissing(
  tx: Transaction,
  { id, user_id }: Selectable<PlaylistRow>,
  trackIds: readonly string[],
): Promise<boolean> {
  const held = await order.findContained(tx, id, trackIds)
  const missing = trackIds.filter(trackId => !held.has(trackId))
  if (missing.length === 0) return false
  // The first like makes Liked Songs.
  if (id === likedSongsId(user_id)) await ensureLikedSongs(tx, user_id)
  const { inPlaylist, inAll } = await order.countTracks(tx, user_id, id)
  if (inPlaylist + missing.length > countLimits.playlistTracks) {
    throw new RequestError(409, `A playlist holds no more than ${countLimits.playlistTracks} songs.`)
  }
  if (inAll + missing.length > countLimits.tracksOfAllPlaylists) {
    throw new RequestError(
      409,
      `All playlists together hold no more than ${countLimits.tracksOfAllPlaylists} songs.`,
    )
  }
  await order.appendTracks(tx, id, missing, Date.now())
  return true
}

/** Those of the tracks that there are, each once, in the order given. */
async function keepKnown(tx: Transaction, trackIds: readonly string[]): Promise<string[]> {
  const known: string[] = []
  for (const chunk of inChunks(trackIds)) {
    const rows = await tx.selectFrom('tracks').select('id').where('id', 'in', chunk).execute()
    const there = new Set(rows.map(row => row.id))
    known.push(...chunk.filter(id => there.has(id)))
  }
  return known
}
