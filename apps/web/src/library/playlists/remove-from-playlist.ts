import { deleteTrackFromPlaylist } from '@refrain/contract/library/playlist-tracks'
import { call } from '../../api/call.ts'
import { announce } from '../../listening/announce.ts'
import { setLiked } from '../likes/set-liked.ts'
import { changeTracks } from './change-tracks.ts'
import type { PlaylistRef } from './playlist-cache.ts'

/** Takes a track out of a list; out of Liked Songs the like (READ-42). @throws where the call fails */
export async function removeFromPlaylist(
  token: string,
  list: PlaylistRef & { readonly title: string },
  trackId: string,
): Promise<void> {
  if (list.kind === 'liked') {
    if (!(await setLiked(trackId, false))) throw new Error('Nothing was removed.')
  } else
    await changeTracks(
      token,
      list,
      ids => ids.filter(id => id !== trackId),
      () =>
        call(deleteTrackFromPlaylist, { playlistId: list.playlistId, trackId }, undefined, {
          keepalive: true,
        }),
    )
  announce(`Removed from ${list.title}`)
}
