import { fetchWaveform } from '@refrain/contract/media/waveform'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** An answer is kept by the browser for a minute: to ask sooner would get the same one. */
const ASK_AGAIN_MS = 65_000
const MOST_ASKED = 5

/**
 * The picture of a track's sound. One that is known stays; one that is still being made, as of a track that
 * was taken in a moment ago, is asked for again a few times. A failure leaves the plain slider.
 */
export const waveformQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['waveform', trackId],
    queryFn: async ({ signal }) => (await call(fetchWaveform, { trackId }, signal)).levels,
    staleTime: ({ state }) => (state.data?.length ? Number.POSITIVE_INFINITY : ASK_AGAIN_MS),
    refetchInterval: ({ state }) =>
      state.data?.length === 0 && state.dataUpdateCount < MOST_ASKED && ASK_AGAIN_MS,
    throwOnError: false,
  })
