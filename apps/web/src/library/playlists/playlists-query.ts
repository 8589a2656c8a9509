import { fetchPlaylist, fetchUserPlaylists } from '@refrain/contract/library/playlists'
import { queryOptions } from '@tanstack/react-query'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

/** The listener's own playlists without Liked Songs, newest first. */
export const playlistsQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'playlists'),
    enabled: token !== null,
    queryFn: ({ signal }) => call(fetchUserPlaylists, {}, signal),
  })

/** One playlist; shown at once if the list, which contains whole records, is cached. */
export const playlistQuery = (token: string | null, id: string) =>
  queryOptions({
    queryKey: ownKey(token, 'playlists', id),
    enabled: token !== null,
    queryFn: ({ signal }) => call(fetchPlaylist, { id }, signal),
    placeholderData: () =>
      queryClient.getQueryData(playlistsQuery(token).queryKey)?.find(playlist => playlist.id === id),
  })
