import { randomBytes } from 'node:crypto'
import { playlistForm } from '@refrain/contract/account/forms'
import {
  LIKED_SONGS,
  likedSongsId,
  newPlaylistTitle,
  PLAYLIST_COLOUR,
  type Playlist,
} from '@refrain/contract/library/playlists'
import { countLimits } from '@refrain/contract/limits'
import type { Selectable } from 'kysely'
import { lockUser } from '../../account/user-store.ts'
import { foldForSearch } from '../../catalogue/search/fold-for-search.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import {
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  RequestError,
} from '../../http/errors/request-errors.ts'
import { uploadId } from '../../media/uploads/upload-path.ts'
import { releaseUpload } from '../../media/uploads/upload-store.ts'
import { readLikedSongs } from '../likes/liked-songs.ts'
import type { PlaylistRow } from '../tables.ts'
import { findCreatedPlaylist, storeCreatedPlaylist } from './creation-key-store.ts'
import * as store from './playlist-store.ts'

const ID_BYTES = 16

/** 404: the same words whether there is no such playlist or it is another's. */
export class NoSuchPlaylistError extends NotFoundError {
  override name = 'NoSuchPlaylistError'
  constructor() {
    super('There is no such playlist.')
  }
}

/** The listener's own playlists, the newest first, slice by slice. */
export async function* readPlaylists(db: Database, userId: string): AsyncGenerator<Playlist[]> {
  yield* readSlices(db, await store.readPlaylistRows(db, userId, 'playlist'))
}

/**
 * Liked Songs and the listener's own playlists, slice by slice.
 * @param most tracks of a slice; a playlist with more is a slice of its own
 */
export async function* readAllPlaylists(
  db: Database,
  userId: string,
  most?: number,
): AsyncGenerator<Playlist[]> {
  const liked = await readLikedSongs(db, userId)
  yield* readSlices(db, [liked, ...(await store.readPlaylistRows(db, userId, 'playlist'))], most)
}

/** Few reads for many short playlists, and none that keeps everybody waiting for several long ones. */
async function* readSlices(
  db: Database,
  rows: readonly Selectable<PlaylistRow>[],
  most = countLimits.playlistTracks,
): AsyncGenerator<Playlist[]> {
  if (rows.length === 0) return
  const counts = await store.countTracksOf(
    db,
    rows.map(row => row.id),
  )
  let slice: Selectable<PlaylistRow>[] = []
  let held = 0
  for (const row of rows) {
    const count = counts.get(row.id) ?? 0
    if (slice.length > 0 && held + count > most) {
      yield await withAllTracks(db, slice)
      slice = []
      held = 0
    }
    slice.push(row)
    held += count
  }
  yield await withAllTracks(db, slice)
}

async function withAllTracks(db: Database, rows: readonly Selectable<PlaylistRow>[]): Promise<Playlist[]> {
  // A long one: the read for one costs a third less.
  if (rows.length === 1) return [await withTracks(db, rows[0]!)]
  const tracks = await store.readTrackIdsOf(
    db,
    rows.map(row => row.id),
  )
  return rows.map(row => store.toPlaylist(row, tracks.get(row.id) ?? []))
}

/** @throws NoSuchPlaylistError where the listener has none of that id */
export async function readPlaylist(db: Database, userId: string, id: string): Promise<Playlist> {
  return withTracks(db, await readOwnPlaylistRow(db, userId, id))
}

/** @throws NoSuchPlaylistError where the listener has none of that id */
export async function readOwnPlaylistRow(
  db: Database,
  userId: string,
  id: string,
): Promise<Selectable<PlaylistRow>> {
  if (id === likedSongsId(userId)) return readLikedSongs(db, userId)
  const row = await store.readPlaylistRow(db, userId, id)
  if (!row) throw new NoSuchPlaylistError()
  return row
}

export async function withTracks(db: Database, row: Selectable<PlaylistRow>): Promise<Playlist> {
  return store.toPlaylist(row, await store.readTrackIds(db, row.id))
}

/** @param key of a request that may come again: it then answers the playlist that the first one made */
export async function createPlaylist(
  db: Database,
  userId: string,
  key: string | undefined,
): Promise<Playlist> {
  const row = await write(db, async tx => {
    await lockUser(tx, userId)
    const now = Date.now()
    const before = key === undefined ? undefined : await findCreatedPlaylist(tx, userId, key, now)
    if (before !== undefined) return readOwnPlaylistRow(tx, userId, before)
    const count = await store.countPlaylists(tx, userId)
    if (count >= countLimits.playlists)
      throw new RequestError(409, `Nobody has more than ${countLimits.playlists} playlists.`)
    const made: Selectable<PlaylistRow> = {
      id: randomBytes(ID_BYTES).toString('base64url'),
      user_id: userId,
      kind: 'playlist',
      title: newPlaylistTitle(count + 1),
      profile_path: '',
      color: PLAYLIST_COLOUR,
      thumbhash: '',
      version: 1,
      created_at: now,
    }
    await store.insertPlaylist(tx, made)
    if (key !== undefined)
      await storeCreatedPlaylist(tx, { user_id: userId, key, playlist_id: made.id, created_at: now })
    return made
  })
  return withTracks(db, row)
}

export interface PlaylistUpdate {
  readonly playlistId: string
  readonly title: string
  readonly profile_path: string
}

/** @param isCurrent whether the version is the one that the caller changes; else 412 */
export async function updatePlaylist(
  db: Database,
  userId: string,
  { playlistId, title, profile_path }: PlaylistUpdate,
  isCurrent: (version: number) => boolean,
): Promise<Playlist> {
  const changed = await write(db, async tx => {
    await lockUser(tx, userId)
    const row = await readOwnPlaylistRow(tx, userId, playlistId)
    if (row.kind === 'liked') throw new ForbiddenError(`${LIKED_SONGS} stays as it is.`)
    if (!isCurrent(row.version)) throw new RequestError(412, 'The playlist was changed in the meantime.')
    const look = await readLook(tx, row, profile_path)
    const next = await store.updatePlaylistRow(tx, row.id, { title: readTitle(title), ...look })
    await releaseUpload(tx, userId, row.profile_path)
    return next
  })
  return withTracks(db, changed)
}

/** @throws InvalidInputError where a playlist cannot be called so (VAL-11, VAL-12, PROP-27) */
function readTitle(given: string): string {
  const one = given.toWellFormed().normalize('NFC').replaceAll(/\s+/gu, ' ')
  const { success, data, error } = playlistForm.safeParse({ title: one })
  if (!success) throw new InvalidInputError(error.issues[0]!.message)
  const folded = foldForSearch(data.title.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
  if (folded === '') throw new InvalidInputError('The title has nothing to read.')
  if (folded === foldForSearch(LIKED_SONGS)) throw new InvalidInputError(`Only ${LIKED_SONGS} is called so.`)
  return data.title
}

/** @throws InvalidInputError where it is no picture of the listener's for this playlist */
async function readLook(
  tx: Transaction,
  row: Selectable<PlaylistRow>,
  profile_path: string,
): Promise<Partial<store.PlaylistAppearance>> {
  if (profile_path === row.profile_path) return {}
  if (profile_path === '') return { profile_path, color: PLAYLIST_COLOUR, thumbhash: '' }
  const id = uploadId(profile_path)
  const look = id && (await store.attachUpload(tx, { userId: row.user_id, playlistId: row.id, uploadId: id }))
  if (!look) throw new InvalidInputError('profile_path: is no picture of yours')
  return { profile_path, ...look }
}

/** @returns of which kind it was */
export function deletePlaylist(db: Database, userId: string, id: string): Promise<PlaylistRow['kind']> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    const deleted = await store.deletePlaylist(tx, userId, id)
    if (!deleted) throw new NoSuchPlaylistError()
    await releaseUpload(tx, userId, deleted.profile_path)
    return deleted.kind
  })
}
