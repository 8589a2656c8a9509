import { fetchLikedSongs } from '@refrain/contract/library/likes'
import { queryOptions } from '@tanstack/react-query'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'

/** The ids of the liked tracks; a set, because thousands of rows look theirs up. */
export const likesQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'likes'),
    enabled: token !== null,
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> =>
      new Set(await call(fetchLikedSongs, {}, signal)),
    structuralSharing: false,
    throwOnError: false,
  })
