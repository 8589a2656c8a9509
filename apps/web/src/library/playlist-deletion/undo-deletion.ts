import { restorePlaylist as operation, type Playlist } from '@refrain/contract/library/playlists'
import { libraryTexts } from '@refrain/messages/en/library'
import { call } from '../../api/call.ts'
import { mutate, refetchLater } from '../../api/mutate.ts'
import { isFinal, queryClient } from '../../api/query-client.ts'
import { announce } from '../../listening/announcements/announce.ts'
import { likedSongsQuery } from '../likes/liked-songs-query.ts'
import { likesQuery } from '../likes/likes-query.ts'
import { cachePlaylist, mutationKey } from '../playlists/playlist-cache.ts'
import { playlistsQuery } from '../playlists/playlists-query.ts'
import { type Deletion, deletionScope, lastDeletion } from './last-deletion.ts'

/**
 * Undoes a deletion. The playlist, or the likes, are back at once, and gone again if the call fails: with a message if the
 * server refuses, otherwise with another offer.
 */
export async function undoDeletion(deletion: Deletion): Promise<void> {
  const { token, playlist } = deletion
  const { id: playlistId, type: kind, title } = playlist
  const queryKey = mutationKey(token, { kind })
  lastDeletion.update({ deletion: null })
  await mutate({
    queryKey,
    scope: deletionScope(playlistId),
    show: () => (kind === 'liked' ? showLikes(token, playlist) : showPlaylist(token, playlist)),
    send: () => call(operation, { playlistId }, undefined, { keepalive: true }),
    onSuccess: restored => cachePlaylist(token, { playlistId, kind }, restored),
    refetch: [queryKey],
    onError: () => refetchLater(queryKey, queryKey),
  }).then(
    () => announce(libraryTexts.isBack({ playlist: title })),
    error => {
      // A later deletion has an offer of its own.
      if (lastDeletion.getState().deletion) return
      lastDeletion.update({ deletion: { ...deletion, isFinal: isFinal(error) } })
    },
  )
}

/** What was liked since the deletion stays, after the others. */
function showLikes(token: string, { tracks }: Playlist): void {
  queryClient.setQueryData(likesQuery(token).queryKey, likes => likes && new Set([...tracks, ...likes]))
  queryClient.setQueryData(
    likedSongsQuery(token).queryKey,
    liked => liked && { ...liked, tracks: [...new Set([...tracks, ...liked.tracks])] },
  )
}

/** Puts it back to its place: the newest come first. */
function showPlaylist(token: string, playlist: Playlist): void {
  queryClient.setQueryData(playlistsQuery(token).queryKey, list => {
    if (!list || list.some(({ id }) => id === playlist.id)) return list
    const next = list.findIndex(({ createdAt }) => createdAt < playlist.createdAt)
    return list.toSpliced(next === -1 ? list.length : next, 0, playlist)
  })
}
