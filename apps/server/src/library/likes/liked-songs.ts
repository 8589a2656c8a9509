import { LIKED_SONGS, LIKED_SONGS_COLOUR, likedSongsId } from '@refrain/contract/library/playlists'
import type { Selectable } from 'kysely'
import { readUserCreatedAt } from '../../account/user-store.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { UnauthorizedError } from '../../http/errors/request-errors.ts'
import { insertPlaylist, readPlaylistRow } from '../playlists/playlist-store.ts'
import type { PlaylistRow } from '../tables.ts'

/** Reads Liked Songs. The row is created with the first like; before that, this returns what it will be, with version 0. */
export async function readLikedSongs(db: Database, userId: string): Promise<Selectable<PlaylistRow>> {
  const row = await readPlaylistRow(db, userId, likedSongsId(userId))
  if (row) return row
  const createdAt = await readUserCreatedAt(db, userId)
  if (createdAt === undefined) throw new UnauthorizedError()
  return {
    id: likedSongsId(userId),
    user_id: userId,
    kind: 'liked',
    title: LIKED_SONGS,
    profile_path: '',
    color: LIKED_SONGS_COLOUR,
    thumbhash: '',
    version: 0,
    created_at: createdAt,
    origin: null,
    comment: '',
    changed_at: createdAt,
  }
}

/** The same, and creates the row if it is missing. */
export async function ensureLikedSongs(tx: Transaction, userId: string): Promise<Selectable<PlaylistRow>> {
  const row = await readLikedSongs(tx, userId)
  if (row.version > 0) return row
  const created = { ...row, version: 1, changed_at: Date.now() }
  await insertPlaylist(tx, created)
  return created
}
