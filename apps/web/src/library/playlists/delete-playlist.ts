import { deletePlaylist as operation, type Playlist } from '@refrain/contract/library/playlists'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { likedSongsQuery } from '../likes/liked-songs-query.ts'
import { likesQuery } from '../likes/likes-query.ts'
import { beginChange, callOff, endChange, renewAfter } from '../while-changing.ts'
import { playlistQuery, playlistsQuery } from './playlists-query.ts'

/**
 * Deletes a playlist, Liked Songs with its likes (READ-01). It is gone from what is shown at once; where the
 * call fails it comes back, without a word.
 */
export async function deletePlaylist(token: string, playlist: Playlist): Promise<void> {
  const { _id: playlistId, type } = playlist
  const kind = ownKey(token, type === 'liked' ? 'likes' : 'playlists')
  beginChange(kind)
  callOff(kind)
  if (type === 'liked') {
    queryClient.setQueryData(likesQuery(token).queryKey, likes => likes && new Set<string>())
    queryClient.setQueryData(likedSongsQuery(token).queryKey, liked => liked && { ...liked, tracks: [] })
  } else {
    queryClient.setQueryData(playlistsQuery(token).queryKey, list =>
      list?.filter(({ _id }) => _id !== playlistId),
    )
  }
  const gone = await call(operation, { playlistId }, undefined, { keepalive: true }).then(
    () => true,
    () => false,
  )
  if (gone && type === 'playlist')
    queryClient.removeQueries({ queryKey: playlistQuery(token, playlistId).queryKey })
  else renewAfter(kind, kind)
  await endChange(kind)
}
