import { fetchLikedTracksPlaylist } from '@refrain/contract/library/likes'
import { queryOptions } from '@tanstack/react-query'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'

/** Liked Songs as a playlist; empty before the first like. */
export const likedSongsQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'likes', 'playlist'),
    enabled: token !== null,
    queryFn: ({ signal }) => call(fetchLikedTracksPlaylist, {}, signal),
  })
