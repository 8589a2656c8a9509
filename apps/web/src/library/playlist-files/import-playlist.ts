import { editPlaylist } from '@refrain/contract/library/playlist-tracks'
import { type Playlist, updatePlaylist } from '@refrain/contract/library/playlists'
import { readToken } from '../../account/session.ts'
import { callAs } from '../../api/call.ts'
import { createPlaylist } from '../playlists/create-playlist.ts'
import { cachePlaylist } from '../playlists/playlist-cache.ts'

/**
 * Creates a playlist from tracks in the given order, each as often as given. All calls use the token of the listener who chose the
 * file.
 * @throws CallError if a call fails; a playlist that was created before stays
 * @throws Error if somebody else has signed in meanwhile, who must not see the result
 */
export async function importPlaylist(
  token: string,
  title: string | undefined,
  trackIds: readonly string[],
): Promise<Playlist> {
  const made = await createPlaylist(token)
  const { id: playlistId } = title ? await rename(token, made, title) : made
  const playlist = await callAs(token, editPlaylist, { playlistId, added: [...trackIds] })
  cachePlaylist(token, { playlistId, kind: playlist.type }, playlist)
  await requireSameListener(token)
  return playlist
}

/** @throws Error if somebody else has signed in meanwhile */
export async function requireSameListener(token: string): Promise<void> {
  if ((await readToken()) !== token) throw new Error('Somebody else is signed in.')
}

/** Renames the playlist; if the server rejects the title, it keeps the old one. */
async function rename(token: string, playlist: Playlist, title: string): Promise<Playlist> {
  const { id: playlistId } = playlist
  return callAs(token, updatePlaylist, { playlistId, title, picturePath: '' }).catch(() => playlist)
}
