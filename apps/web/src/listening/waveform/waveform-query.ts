import { fetchWaveform } from '@refrain/contract/media/waveform'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The browser caches a response for a minute; refetching sooner returns the same one. */
const ASK_AGAIN_MS = 65_000
const MAX_FETCHES = 5

/**
 * The waveform of a track. Refetched a few times while it is still being computed, for example right after an
 * import. A failure leaves the plain slider.
 */
export const waveformQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['waveform', trackId],
    queryFn: async ({ signal }) => (await call(fetchWaveform, { trackId }, signal)).levels,
    staleTime: ({ state }) => (state.data?.length ? Number.POSITIVE_INFINITY : ASK_AGAIN_MS),
    refetchInterval: ({ state }) =>
      state.data?.length === 0 && state.dataUpdateCount < MAX_FETCHES && ASK_AGAIN_MS,
    throwOnError: false,
  })
