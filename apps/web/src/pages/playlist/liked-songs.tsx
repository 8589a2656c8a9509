import { useQuery } from '@tanstack/react-query'
import { useToken } from '../../account/session.ts'
import { likedSongsQuery } from '../../library/likes/liked-songs-query.ts'
import { OwnPlaylist, OwnPlaylistSkeleton } from './own-playlist.tsx'

/** The playlist of liked songs. */
export function LikedSongs() {
  const { data: playlist } = useQuery(likedSongsQuery(useToken()))
  return playlist ? <OwnPlaylist playlist={playlist} /> : <OwnPlaylistSkeleton />
}
