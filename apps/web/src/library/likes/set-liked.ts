import { appendLikedSongs } from '@refrain/contract/library/likes'
import { deleteTrackFromPlaylist } from '@refrain/contract/library/playlist-tracks'
import { likedSongsId } from '@refrain/contract/library/playlists'
import { ownUserQuery } from '../../account/own-user.ts'
import { readToken } from '../../account/session.ts'
import { callAs } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { setAtOnce } from '../set-at-once.ts'
import { likedSongsQuery } from './liked-songs-query.ts'
import { likesQuery } from './likes-query.ts'

/**
 * Likes a track or takes the like away (READ-68), at once wherever likes are shown; goes back without a word
 * where that fails (PROP-17). Nothing for a guest. Answers whether the service has it so.
 */
export async function setLiked(trackId: string, liked: boolean): Promise<boolean> {
  const token = await readToken()
  if (token === null) return false
  return setAtOnce(
    {
      queryKey: likesQuery(token).queryKey,
      id: trackId,
      show: kept => show(token, trackId, kept),
      tell: kept => tell(token, trackId, kept),
      // Its version is another, by which the record of what is new in it is asked for.
      renews: [likedSongsQuery(token).queryKey],
    },
    liked,
  )
}

/** Likes a track that is not liked, and the other way round. Answers whether it is liked now. */
export async function toggleLiked(trackId: string): Promise<boolean> {
  const likes = await queryClient.ensureQueryData(likesQuery(await readToken()))
  const liked = !likes.has(trackId)
  void setLiked(trackId, liked)
  return liked
}

async function tell(token: string, trackId: string, liked: boolean): Promise<void> {
  if (liked) {
    await callAs(token, appendLikedSongs, { trackId }, { keepalive: true })
    return
  }
  const { _id: userId } = await queryClient.ensureQueryData(ownUserQuery(token))
  await callAs(
    token,
    deleteTrackFromPlaylist,
    { trackId, playlistId: likedSongsId(userId) },
    { keepalive: true },
  )
}

/** In hearts and in Liked Songs, where a new like comes last. */
function show(token: string, trackId: string, liked: boolean): void {
  const others = (ids: readonly string[]) => ids.filter(id => id !== trackId)
  const change = (ids: readonly string[]) => (liked ? [...others(ids), trackId] : others(ids))
  queryClient.setQueryData(likesQuery(token).queryKey, likes => likes && new Set(change([...likes])))
  queryClient.setQueryData(
    likedSongsQuery(token).queryKey,
    playlist => playlist && { ...playlist, tracks: change(playlist.tracks) },
  )
}
