import { randomBytes } from 'node:crypto'
import { playlistForm } from '@refrain/contract/account/forms'
import { foldForSearch } from '@refrain/contract/fold-for-search'
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
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import {
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  RequestError,
} from '../../http/errors/request-errors.ts'
import { uploadId } from '../../media/uploads/upload-name.ts'
import { releaseUpload } from '../../media/uploads/upload-store.ts'
import { readLikedSongs } from '../likes/liked-songs.ts'
import type { PlaylistRow } from '../tables.ts'
import { movePlaylistToTrash } from '../trash/deleted-playlist-store.ts'
import { findCreatedPlaylist, storeCreatedPlaylist } from './creation-key-store.ts'
import * as store from './playlist-store.ts'

const ID_BYTES = 16

const createPlaylistId = () => randomBytes(ID_BYTES).toString('base64url')

/** 404: the same for a playlist that belongs to somebody else. */
export class NoSuchPlaylistError extends NotFoundError {
  override name = 'NoSuchPlaylistError'
  constructor() {
    super('There is no such playlist.')
  }
}

/** The listener's playlists without Liked Songs, newest first, in slices. */
export async function* readPlaylists(db: Database, userId: string): AsyncGenerator<Playlist[]> {
  yield* readSlices(db, await store.readPlaylistRows(db, userId, 'playlist'))
}

/**
 * Liked Songs and the listener's playlists, in slices.
 * @param most maximum tracks of a slice; a longer playlist is a slice of its own
 */
export async function* readAllPlaylists(
  db: Database,
  userId: string,
  most?: number,
): AsyncGenerator<Playlist[]> {
  const liked = await readLikedSongs(db, userId)
  yield* readSlices(db, [liked, ...(await store.readPlaylistRows(db, userId, 'playlist'))], most)
}

/** Groups short playlists into one read, without reads that block the database for long. */
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
  let tracksInSlice = 0
  for (const row of rows) {
    const count = counts.get(row.id) ?? 0
    if (slice.length > 0 && tracksInSlice + count > most) {
      yield await withAllTracks(db, slice)
      slice = []
      tracksInSlice = 0
    }
    slice.push(row)
    tracksInSlice += count
  }
  yield await withAllTracks(db, slice)
}

async function withAllTracks(db: Database, rows: readonly Selectable<PlaylistRow>[]): Promise<Playlist[]> {
  // A slice of one is usually a long playlist, for which this query costs a third less.
  if (rows.length === 1) return [await withTracks(db, rows[0]!)]
  const entries = await store.readEntriesOf(
    db,
    rows.map(row => row.id),
  )
  return rows.map(row => store.toPlaylist(row, entries.get(row.id) ?? []))
}

/** @throws NoSuchPlaylistError */
export async function readPlaylist(db: Database, userId: string, id: string): Promise<Playlist> {
  return withTracks(db, await readOwnPlaylistRow(db, userId, id))
}

/** @throws NoSuchPlaylistError */
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
  return store.toPlaylist(row, await store.readEntries(db, row.id))
}

/** @param key idempotency key: a repeated request returns the playlist that the first one created */
export async function createPlaylist(
  db: Database,
  userId: string,
  key: string | undefined,
): Promise<Playlist> {
  const row = await write(db, async tx => {
    await lockUser(tx, userId)
    const now = Date.now()
    const existing = key === undefined ? undefined : await findCreatedPlaylist(tx, userId, key, now)
    if (existing !== undefined) return readOwnPlaylistRow(tx, userId, existing)
    const count = await refuseFull(tx, userId)
    const created = emptyPlaylist(userId, newPlaylistTitle(count + 1), now)
    await store.insertPlaylist(tx, created)
    if (key !== undefined)
      await storeCreatedPlaylist(tx, { user_id: userId, key, playlist_id: created.id, created_at: now })
    return created
  })
  return withTracks(db, row)
}

/** The row of a new playlist. */
export function emptyPlaylist(userId: string, title: string, createdAt: number): Selectable<PlaylistRow> {
  return {
    id: createPlaylistId(),
    user_id: userId,
    kind: 'playlist',
    title,
    profile_path: '',
    color: PLAYLIST_COLOUR,
    thumbhash: '',
    version: 1,
    created_at: createdAt,
    origin: null,
    comment: '',
    changed_at: createdAt,
  }
}

/** @returns the listener's number of playlists. @throws RequestError (409) if there can be no more */
export async function refuseFull(tx: Transaction, userId: string): Promise<number> {
  const count = await store.countPlaylists(tx, userId)
  if (count >= countLimits.playlists)
    throw new RequestError(409, `Nobody has more than ${countLimits.playlists} playlists.`)
  return count
}

export interface PlaylistUpdate {
  readonly playlistId: string
  readonly title: string
  readonly picturePath: string
}

/** @param isCurrent whether the caller knows this version; if not, throws 412 */
export async function updatePlaylist(
  db: Database,
  userId: string,
  { playlistId, title, picturePath }: PlaylistUpdate,
  isCurrent: (version: number) => boolean,
): Promise<Playlist> {
  const changed = await write(db, async tx => {
    await lockUser(tx, userId)
    const row = await readOwnPlaylistRow(tx, userId, playlistId)
    if (row.kind === 'liked') throw new ForbiddenError(`${LIKED_SONGS} stays as it is.`)
    if (!isCurrent(row.version)) throw new RequestError(412, 'The playlist was changed in the meantime.')
    const appearance = await readAppearance(tx, row, picturePath)
    const next = await store.updatePlaylistRow(tx, row.id, { title: readTitle(title), ...appearance })
    await releaseUpload(tx, userId, row.profile_path)
    return next
  })
  return withTracks(db, changed)
}

/** Validates and normalizes a title. @throws InvalidInputError */
export function readTitle(given: string): string {
  const one = given.toWellFormed().normalize('NFC').replaceAll(/\s+/gu, ' ')
  const { success, data, error } = playlistForm.safeParse({ title: one })
  if (!success) throw new InvalidInputError(error.issues[0]!.message)
  const folded = foldForSearch(data.title.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
  if (folded === '') throw new InvalidInputError('The title has nothing to read.')
  if (folded === foldForSearch(LIKED_SONGS)) throw new InvalidInputError(`Only ${LIKED_SONGS} is called so.`)
  return data.title
}

/** @throws InvalidInputError if the picture is not the listener's, or not for this playlist */
async function readAppearance(
  tx: Transaction,
  row: Selectable<PlaylistRow>,
  picturePath: string,
): Promise<Partial<store.PlaylistAppearance>> {
  if (picturePath === row.profile_path) return {}
  if (picturePath === '') return { profile_path: '', color: PLAYLIST_COLOUR, thumbhash: '' }
  const id = uploadId(picturePath)
  const colours =
    id && (await store.attachUpload(tx, { userId: row.user_id, playlistId: row.id, uploadId: id }))
  if (!colours) throw new InvalidInputError('profile_path: is no picture of yours')
  return { profile_path: picturePath, ...colours }
}

/** The listener can restore it for a day. @returns the kind of the deleted playlist */
export function deletePlaylist(db: Database, userId: string, id: string): Promise<PlaylistRow['kind']> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    const kind = await movePlaylistToTrash(tx, userId, id, Date.now())
    if (kind === undefined) throw new NoSuchPlaylistError()
    return kind
  })
}
