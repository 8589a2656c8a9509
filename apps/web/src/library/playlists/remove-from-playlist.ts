import { readEntryId } from '@refrain/contract/entry-ids'
import { deleteTrackFromPlaylist, removePlaylistEntry } from '@refrain/contract/library/playlist-tracks'
import { libraryTexts } from '@refrain/messages/en/library'
import { call } from '../../api/call.ts'
import { announce } from '../../listening/announcements/announce.ts'
import { setLiked } from '../likes/set-liked.ts'
import { mutateTracks } from './mutate-tracks.ts'
import { type PlaylistRef, readCachedEntryIds } from './playlist-cache.ts'

/**
 * Removes a track from a playlist; from Liked Songs by removing the like.
 * @param entryId if the playlist holds the track several times, only this entry of it is removed
 * @throws if the call fails
 */
export async function removeFromPlaylist(
  token: string,
  playlist: PlaylistRef & { readonly title: string },
  trackId: string,
  entryId?: string,
): Promise<void> {
  const { playlistId, kind, title } = playlist
  if (kind === 'liked') {
    if (!(await setLiked(trackId, false))) throw new Error('Nothing was removed.')
  } else if (entryId !== undefined && isRepeated(token, playlist, trackId))
    await mutateTracks(
      token,
      playlist,
      ids => ids.filter(id => id !== entryId),
      () => call(removePlaylistEntry, { playlistId, entryId }, undefined, { keepalive: true }),
    )
  else
    await mutateTracks(
      token,
      playlist,
      ids => ids.filter(id => readEntryId(id).trackId !== trackId),
      () => call(deleteTrackFromPlaylist, { playlistId, trackId }, undefined, { keepalive: true }),
    )
  announce(libraryTexts.removedFrom({ playlist: title }))
}

function isRepeated(token: string, playlist: PlaylistRef, trackId: string): boolean {
  const entries = readCachedEntryIds(token, playlist) ?? []
  return entries.filter(id => readEntryId(id).trackId === trackId).length > 1
}
