import { queryClient } from '../../api/query-client.ts'
import { playlistsQuery } from '../../library/playlists/playlists-query.ts'
import { loadPlaylistMenu } from './playlist-menu-entries.tsx'

/** Prefetches the code and data of the playlist entries in a member's menus. */
export function prefetchPlaylistMenu(token: string | null): void {
  if (token === null) return
  loadPlaylistMenu().catch(() => {})
  void queryClient.prefetchQuery(playlistsQuery(token))
}
