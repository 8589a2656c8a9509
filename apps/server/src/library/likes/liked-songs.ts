import { LIKED_SONGS, LIKED_SONGS_COLOUR, likedSongsId } from '@refrain/contract/library/playlists'
import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../../database/tables.ts'
import { UnauthorizedError } from '../../http/errors/request-errors.ts'
import { insertPlaylist, readPlaylistRow } from '../playlists/playlist-store.ts'
import type { PlaylistRow } from '../tables.ts'

/** Liked Songs as it is kept; while nothing is liked, as the next like begins it (READ-01, READ-68). */
export async function readLikedSongs(db: Database, userId: string): Promise<Selectable<PlaylistRow>> {
  const kept = await readPlaylistRow(db, userId, likedSongsId(userId))
  if (kept) return kept
  const user = await db.selectFrom('users').select('created_at').where('id', '=', userId).executeTakeFirst()
  if (!user) throw new UnauthorizedError()
  return {
    id: likedSongsId(userId),
    user_id: userId,
    kind: 'liked',
    title: LIKED_SONGS,
    profile_path: '',
    color: LIKED_SONGS_COLOUR,
    thumbhash: '',
    version: 0,
    created_at: user.created_at,
  }
}

/** The same, made where it is missing. */
export async function ensureLikedSongs(tx: Transaction, userId: string): Promise<Selectable<PlaylistRow>> {
  const row = await readLikedSongs(tx, userId)
  if (row.version > 0) return row
  const made = { ...row, version: 1 }
  await insertPlaylist(tx, made)
  return made
}
