import { fetchTracksByIds, type Track } from '@refrain/contract/catalogue/tracks'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { forgetRecent } from './recent-tracks.ts'

/** The recently played tracks. Tracks that are gone, and failures, are left out silently. */
export const recentTracksQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['tracks', 'recent', ids],
    queryFn: async ({ signal }) => {
      const tracks = await call(fetchTracksByIds, { tracks: [...ids] }, signal)
      forgetRecent(ids.filter(id => !tracks.some(track => track.id === id)))
      return tracks
    },
    enabled: ids.length > 0,
    placeholderData: () => findTracks(ids),
    throwOnError: false,
  })

/** Rows from the cache of loaded lists: all of them or none. */
function findTracks(ids: readonly string[]): Track[] | undefined {
  const lists = queryClient.getQueriesData<unknown>({ predicate: query => query.queryKey.includes('tracks') })
  const known = new Map<string, Track>()
  for (const [, rows] of lists)
    if (Array.isArray(rows)) for (const track of rows as Track[]) known.set(track.id, track)
  const found = ids.flatMap(id => known.get(id) ?? [])
  return found.length === ids.length ? found : undefined
}
