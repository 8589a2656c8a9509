import { queryClient } from '../../api/query-client.ts'
import { playlistsQuery } from '../../library/playlists-query.ts'
import { loadPlaylistParts } from './playlist-menu-entries.tsx'

/** Fetches what a member's menus offer before it is needed. */
export function preparePlaylists(token: string | null): void {
  if (token === null) return
  loadPlaylistParts().catch(() => {})
  void queryClient.prefetchQuery(playlistsQuery(token))
}
