import { fetchLyrics } from '@refrain/contract/media/lyrics'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The lyrics of a track. A failure counts as no lyrics. */
export const lyricsQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['lyrics', trackId],
    queryFn: ({ signal }) => call(fetchLyrics, { trackId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
