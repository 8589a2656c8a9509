import { type Playlist, updatePlaylist } from '@refrain/contract/library/playlists'
import { call } from '../../api/call.ts'
import { cancelReads, mutate } from '../../api/mutate.ts'
import { queryClient } from '../../api/query-client.ts'
import { CallError } from '../../api/send.ts'
import { cachePlaylist, mutationKey } from './playlist-cache.ts'
import { playlistQuery } from './playlists-query.ts'

interface Details {
  readonly title: string
  readonly picturePath: string
}

/** The title or picture was changed in another tab or on another device since it was read. */
export class ChangedElsewhereError extends Error {
  override name = 'ChangedElsewhereError'
  readonly now: Playlist

  constructor(now: Playlist) {
    super('The playlist was changed elsewhere.')
    this.now = now
  }
}

/**
 * Sets title and picture of a playlist. If it was changed elsewhere since it was read, it is read again, and the edit
 * is repeated unless title or picture have changed.
 * @throws ChangedElsewhereError if they have; CallError if the server refuses
 */
export async function editPlaylist(token: string, playlist: Playlist, details: Details): Promise<void> {
  const queryKey = mutationKey(token, { kind: playlist.type })
  await mutate({ queryKey, send: () => send(token, playlist, details) })
}

async function send(token: string, playlist: Playlist, details: Details): Promise<void> {
  const { id: playlistId, type: kind, version } = playlist
  const ref = { playlistId, kind }
  const headers = { 'if-match': `"${version}"` }
  try {
    cachePlaylist(token, ref, await call(updatePlaylist, { playlistId, ...details }, undefined, { headers }))
  } catch (error) {
    if (!(error instanceof CallError && error.status === 412)) throw error
    // A read that is under way may return the same old version.
    cancelReads(mutationKey(token, ref))
    const now = await queryClient.fetchQuery({ ...playlistQuery(token, playlistId), staleTime: 0 })
    cachePlaylist(token, ref, now)
    if (now.version === version) throw error
    if (now.title !== playlist.title || now.picturePath !== playlist.picturePath)
      throw new ChangedElsewhereError(now)
    await send(token, now, details)
  }
}
