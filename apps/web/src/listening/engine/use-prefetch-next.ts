import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { usePlayer } from './use-player.ts'

/** Prefetches data of the following track when the browser is idle. */
export function usePrefetchNext<Data, Key extends QueryKey>(
  query: (trackId: string) => UseQueryOptions<Data, Error, Data, Key>,
): void {
  const nextId = usePlayer(state => state.followingTrack?.id)
  useEffect(() => {
    if (nextId === undefined) return
    const fetchIt = () => void queryClient.prefetchQuery(query(nextId))
    // Safari lacks requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchIt, 1000)
      return () => clearTimeout(timer)
    }
    const idleCallback = requestIdleCallback(fetchIt)
    return () => cancelIdleCallback(idleCallback)
  }, [nextId, query])
}
