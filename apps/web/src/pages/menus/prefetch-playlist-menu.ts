import { queryClient } from '../../api/query-client.ts'
import { playlistsQuery } from '../../library/playlists/playlists-query.ts'
import { loadPlaylistMenu } from './playlist-menu-entries.tsx'

/** Fetches what a member's menus offer before it is needed. */
export function prefetchPlaylistMenu(token: string | null): void {
  if (token === null) return
  loadPlaylistMenu().catch(() => {})
  void queryClient.prefetchQuery(playlistsQuery(token))
}
