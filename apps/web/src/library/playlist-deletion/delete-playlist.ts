import { deletePlaylist as operation, type Playlist } from '@refrain/contract/library/playlists'
import { libraryTexts } from '@refrain/messages/en/library'
import { call } from '../../api/call.ts'
import { checkConnection } from '../../api/connection.ts'
import { mutate, refetchLater } from '../../api/mutate.ts'
import { isFinal, queryClient } from '../../api/query-client.ts'
import { noteRefusal } from '../../api/refusals.ts'
import { announce } from '../../listening/announcements/announce.ts'
import { likedSongsQuery } from '../likes/liked-songs-query.ts'
import { likesQuery } from '../likes/likes-query.ts'
import { mutationKey } from '../playlists/playlist-cache.ts'
import { playlistQuery, playlistsQuery } from '../playlists/playlists-query.ts'
import { type Deletion, deletionScope, endUndo, lastDeletion } from './last-deletion.ts'
import { undoDeletion } from './undo-deletion.ts'

/**
 * Deletes a playlist; of Liked Songs, its likes. It disappears at once, and comes back with one line if the call
 * fails. The page offers to undo it; whoever closes the page leaves it deleted.
 * @param left resolves when its page has been left, which would fetch it again
 */
export async function deletePlaylist(token: string, playlist: Playlist, left: Promise<void>): Promise<void> {
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
      else void left.then(() => forgetPlaylist(token, playlistId))
    },
    onError: () => refetchLater(queryKey, queryKey),
  }).catch(async error => {
    // Without an answer, the server may have deleted it.
    if (!isFinal(error) && !(await isThere(token, playlist))) return
    endUndo(deletion)
    noteRefusal(error)
  })
}

function forgetPlaylist(token: string, playlistId: string): void {
  queryClient.removeQueries({ queryKey: playlistQuery(token, playlistId).queryKey })
}

/** Asks the server, if need be once it answers again. @returns false if it refuses to say */
async function isThere(token: string, playlist: Playlist): Promise<boolean> {
  try {
    return await readIsThere(token, playlist)
  } catch (error) {
    if (isFinal(error)) return false
    await checkConnection()
    return readIsThere(token, playlist).catch(() => false)
  }
}

async function readIsThere(token: string, { id, type, tracks }: Playlist): Promise<boolean> {
  if (type === 'playlist') {
    const playlists = await queryClient.fetchQuery({ ...playlistsQuery(token), staleTime: 0 })
    return playlists.some(playlist => playlist.id === id)
  }
  const liked = await queryClient.fetchQuery({ ...likedSongsQuery(token), staleTime: 0 })
  return liked.tracks.some(track => tracks.includes(track))
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
