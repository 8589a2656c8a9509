import type { Playlist } from '@refrain/contract/library/playlists'
import { readToken } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { firstTrackQuery } from '../../catalogue/first-track-query.ts'
import { likedSongsQuery } from '../likes/liked-songs-query.ts'
import { playlistTracksQuery } from './playlist-tracks-query.ts'

/** Fetches what a playlist's page shows, before it is opened. */
export async function prefetchPlaylist(playlist: Playlist): Promise<void> {
  const rows = playlistTracksQuery(await readToken(), playlist)
  await queryClient.prefetchQuery(rows)
  const first = queryClient.getQueryData(rows.queryKey)?.[0]
  if (first) await queryClient.prefetchQuery(firstTrackQuery(first))
}

/** The same for Liked Songs. */
export async function prefetchLikedSongs(): Promise<void> {
  const liked = likedSongsQuery(await readToken())
  await queryClient.prefetchQuery(liked)
  const playlist = queryClient.getQueryData(liked.queryKey)
  if (playlist) await prefetchPlaylist(playlist)
}
