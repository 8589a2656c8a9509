import { deleteTrackFromPlaylist } from '@refrain/contract/library/playlist-tracks'
import { libraryTexts } from '@refrain/messages/en/library'
import { call } from '../../api/call.ts'
import { announce } from '../../listening/announcements/announce.ts'
import { setLiked } from '../likes/set-liked.ts'
import { mutateTracks } from './mutate-tracks.ts'
import type { PlaylistRef } from './playlist-cache.ts'

/** Removes a track from a playlist; from Liked Songs by removing the like. @throws if the call fails */
export async function removeFromPlaylist(
  token: string,
  playlist: PlaylistRef & { readonly title: string },
  trackId: string,
): Promise<void> {
  const { playlistId, kind, title } = playlist
  if (kind === 'liked') {
    if (!(await setLiked(trackId, false))) throw new Error('Nothing was removed.')
  } else
    await mutateTracks(
      token,
      playlist,
      ids => ids.filter(id => id !== trackId),
      () => call(deleteTrackFromPlaylist, { playlistId, trackId }, undefined, { keepalive: true }),
    )
  announce(libraryTexts.removedFrom({ playlist: title }))
}
