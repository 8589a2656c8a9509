import { fetchFollowingArtists } from '@refrain/contract/follows'
import { queryOptions } from '@tanstack/react-query'
import { ownKey } from '../account/session.ts'
import { call } from '../api/call.ts'

/** Whom the listener follows: records, ids (`artistsArr`) and their most played tracks. */
export const followsQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'follows'),
    enabled: token !== null,
    queryFn: ({ signal }) => call(fetchFollowingArtists, {}, signal),
    throwOnError: false,
  })
