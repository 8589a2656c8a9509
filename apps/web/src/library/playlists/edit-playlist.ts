import { type Playlist, updatePlaylist } from '@refrain/contract/library/playlists'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { CallError } from '../../api/send.ts'
import { beginChange, callOff, endChange } from '../while-changing.ts'
import { cachePlaylist, changeKind } from './playlist-cache.ts'
import { playlistQuery } from './playlists-query.ts'

interface Details {
  readonly title: string
  readonly profile_path: string
}

/** Somebody else has given the playlist another title or picture since it was read. */
export class ChangedElsewhereError extends Error {
  override name = 'ChangedElsewhereError'
  readonly now: Playlist

  constructor(now: Playlist) {
    super('The playlist was changed elsewhere.')
    this.now = now
  }
}

/**
 * Sets title and picture of a playlist; header and Library show them at once (PROP-28). Where it was changed
 * elsewhere since it was read, it is fetched anew, and one that is called and looks as before takes them all the same.
 * @throws ChangedElsewhereError where it does not; CallError where the service refuses
 */
export async function editPlaylist(token: string, playlist: Playlist, details: Details): Promise<void> {
  const { _id: playlistId, type, version } = playlist
  const list = { playlistId, kind: type }
  const kind = ownKey(token, changeKind(list))
  const headers = { 'if-match': `"${version}"` }
  beginChange(kind)
  try {
    cachePlaylist(token, list, await call(updatePlaylist, { playlistId, ...details }, undefined, { headers }))
  } catch (error) {
    if (!(error instanceof CallError && error.status === 412)) throw error
    // What is on its way may be as old as what was read.
    callOff(kind)
    const now = await queryClient.fetchQuery({ ...playlistQuery(token, playlistId), staleTime: 0 })
    cachePlaylist(token, list, now)
    if (now.version === version) throw error
    if (now.title !== playlist.title || now.profile_path !== playlist.profile_path)
      throw new ChangedElsewhereError(now)
    await editPlaylist(token, now, details)
  } finally {
    void endChange(kind)
  }
}
