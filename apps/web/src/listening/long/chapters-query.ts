import { fetchChapters } from '@refrain/contract/media/chapters'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The chapters of a track. A failure counts as none. */
export const chaptersQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['chapters', trackId],
    queryFn: async ({ signal }) => (await call(fetchChapters, { trackId }, signal)).chapters,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
