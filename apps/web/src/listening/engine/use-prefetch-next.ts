import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { usePlayer } from './use-player.ts'

/** Fetches something of the track that comes next, once the browser has nothing else to do. */
export function usePrefetchNext<Data, Key extends QueryKey>(
  query: (trackId: string) => UseQueryOptions<Data, Error, Data, Key>,
): void {
  const nextId = usePlayer(state => state.nextTrack?.id)
  useEffect(() => {
    if (nextId === undefined) return
    const fetchIt = () => void queryClient.prefetchQuery(query(nextId))
    // Not every browser says when it has nothing to do.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchIt, 1000)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(fetchIt)
    return () => cancelIdleCallback(asked)
  }, [nextId, query])
}
