import { appendLikedSongs } from '@refrain/contract/library/likes'
import { deleteTrackFromPlaylist } from '@refrain/contract/library/playlist-tracks'
import { likedSongsId } from '@refrain/contract/library/playlists'
import { ownUserQuery } from '../../account/own-user.ts'
import { readToken } from '../../account/session.ts'
import { callAs } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { setToggle } from '../../api/set-toggle.ts'
import { likedSongsQuery } from './liked-songs-query.ts'
import { likesQuery } from './likes-query.ts'

/**
 * Likes a track or removes the like: shown at once, and back with one line if the call fails. Does nothing for a
 * guest.
 * @returns whether the server has it as asked
 */
export async function setLiked(trackId: string, liked: boolean): Promise<boolean> {
  const token = await readToken()
  if (token === null) return false
  return setToggle(
    {
      queryKey: likesQuery(token).queryKey,
      id: trackId,
      show: isLiked => show(token, trackId, isLiked),
      send: isLiked => send(token, trackId, isLiked),
      // Its new version is part of the key under which its tracks are fetched.
      refetch: [likedSongsQuery(token).queryKey],
    },
    liked,
  )
}

/** Toggles the like of a track. @returns whether it is liked now */
export async function toggleLiked(trackId: string): Promise<boolean> {
  const likes = await queryClient.ensureQueryData(likesQuery(await readToken()))
  const liked = !likes.has(trackId)
  void setLiked(trackId, liked)
  return liked
}

async function send(token: string, trackId: string, liked: boolean): Promise<void> {
  if (liked) {
    await callAs(token, appendLikedSongs, { trackId }, { keepalive: true })
    return
  }
  const { id: userId } = await queryClient.ensureQueryData(ownUserQuery(token))
  await callAs(
    token,
    deleteTrackFromPlaylist,
    { trackId, playlistId: likedSongsId(userId) },
    { keepalive: true },
  )
}

/** Updates the set of likes and Liked Songs, to which a new like is appended. */
function show(token: string, trackId: string, liked: boolean): void {
  const others = (ids: readonly string[]) => ids.filter(id => id !== trackId)
  const change = (ids: readonly string[]) => (liked ? [...others(ids), trackId] : others(ids))
  queryClient.setQueryData(likesQuery(token).queryKey, likes => likes && new Set(change([...likes])))
  queryClient.setQueryData(
    likedSongsQuery(token).queryKey,
    playlist => playlist && { ...playlist, tracks: change(playlist.tracks) },
  )
}
