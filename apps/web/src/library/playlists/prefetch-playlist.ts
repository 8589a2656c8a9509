import type { Playlist } from '@refrain/contract/library/playlists'
import { readToken } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { firstTrackQuery } from '../../catalogue/first-track-query.ts'
import { likedSongsQuery } from '../likes/liked-songs-query.ts'
import { playlistTracksQuery } from './playlist-tracks-query.ts'

/** Prefetches what a playlist's page shows. */
export async function prefetchPlaylist(playlist: Playlist): Promise<void> {
  const rows = playlistTracksQuery(await readToken(), playlist)
  await queryClient.prefetchQuery(rows)
  const first = queryClient.getQueryData(rows.queryKey)?.[0]
  if (first) await queryClient.prefetchQuery(firstTrackQuery(first))
}

/** Prefetches what the page of Liked Songs shows. */
export async function prefetchLikedSongs(): Promise<void> {
  const liked = likedSongsQuery(await readToken())
  await queryClient.prefetchQuery(liked)
  const playlist = queryClient.getQueryData(liked.queryKey)
  if (playlist) await prefetchPlaylist(playlist)
}
