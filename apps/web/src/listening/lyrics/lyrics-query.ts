import { fetchLyrics } from '@refrain/contract/media/lyrics'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The words of a track. A failure shows as a track without any. */
export const lyricsQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['lyrics', trackId],
    queryFn: ({ signal }) => call(fetchLyrics, { trackId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
