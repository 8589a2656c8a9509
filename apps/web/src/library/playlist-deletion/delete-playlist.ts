import { deletePlaylist as operation, type Playlist } from '@refrain/contract/library/playlists'
import { libraryTexts } from '@refrain/messages/en/library'
import { call } from '../../api/call.ts'
import { mutate, refetchLater } from '../../api/mutate.ts'
import { queryClient } from '../../api/query-client.ts'
import { announce } from '../../listening/announcements/announce.ts'
import { likedSongsQuery } from '../likes/liked-songs-query.ts'
import { likesQuery } from '../likes/likes-query.ts'
import { mutationKey } from '../playlists/playlist-cache.ts'
import { playlistQuery, playlistsQuery } from '../playlists/playlists-query.ts'
import { type Deletion, deletionScope, endUndo, lastDeletion } from './last-deletion.ts'
import { undoDeletion } from './undo-deletion.ts'

/**
 * Deletes a playlist; of Liked Songs, its likes. It disappears at once, and comes back without a message if the call
 * fails. The page offers to undo it; whoever closes the page leaves it deleted.
 */
export async function deletePlaylist(token: string, playlist: Playlist): Promise<void> {
  const { id: playlistId, type: kind } = playlist
  const queryKey = mutationKey(token, { kind })
  const deletion: Deletion = { token, playlist, isFinal: false, undo: undoDeletion }
  lastDeletion.update({ deletion })
  announce(libraryTexts.deletedCanUndo({ playlist: playlist.title }))
  await mutate({
    queryKey,
    scope: deletionScope(playlistId),
    show: () => (kind === 'liked' ? emptyLikedSongs(token) : hidePlaylist(token, playlistId)),
    send: () => call(operation, { playlistId }, undefined, { keepalive: true }),
    onSuccess() {
      if (kind === 'liked') refetchLater(queryKey, queryKey)
      else queryClient.removeQueries({ queryKey: playlistQuery(token, playlistId).queryKey })
    },
    onError() {
      endUndo(deletion)
      refetchLater(queryKey, queryKey)
    },
  }).catch(() => {})
}

function emptyLikedSongs(token: string): void {
  queryClient.setQueryData(likesQuery(token).queryKey, likes => likes && new Set<string>())
  queryClient.setQueryData(likedSongsQuery(token).queryKey, liked => liked && { ...liked, tracks: [] })
}

function hidePlaylist(token: string, playlistId: string): void {
  queryClient.setQueryData(playlistsQuery(token).queryKey, list =>
    list?.filter(({ id }) => id !== playlistId),
  )
}
