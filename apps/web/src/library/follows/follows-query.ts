import type { Artist } from '@refrain/contract/catalogue/artists'
import { fetchFollowingArtists } from '@refrain/contract/library/follows'
import { queryOptions } from '@tanstack/react-query'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { artistQuery } from '../../catalogue/catalogue-queries.ts'
import { setFollowers } from '../../catalogue/set-followers.ts'

/** The artists that the listener follows: records, ids (`artistIds`) and their most played tracks. */
export const followsQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'follows'),
    enabled: token !== null,
    queryFn: async ({ signal }) => {
      const follows = await call(fetchFollowingArtists, {}, signal)
      showFollowers(follows.artists)
      return follows
    },
    throwOnError: false,
  })

/** These counts are newer than those of public responses, which the HTTP cache may have answered. */
function showFollowers(artists: readonly Artist[]): void {
  for (const { id, followers } of artists) {
    const known = queryClient.getQueryData(artistQuery(id).queryKey)
    if (known && known.followers !== followers) setFollowers(id, followers)
  }
}
