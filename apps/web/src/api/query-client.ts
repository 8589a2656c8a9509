import { QueryClient } from '@tanstack/react-query'
import { isReachable, onReconnect } from './connection.ts'
import { CallError } from './send.ts'

const MINUTE = 60_000

/** Whether a retry would get the same error. */
export const isFinal = (error: unknown): boolean =>
  error instanceof CallError && error.status < 500 && error.status !== 429

/** The cache of server data. A failed query shows the error page only if it has no data; otherwise nothing is shown. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: MINUTE,
      gcTime: 30 * MINUTE,
      refetchOnWindowFocus: false,
      // What the browser knows of the network says nothing about the server.
      networkMode: 'always',
      retry: (failures, error) => !isFinal(error) && failures < 3 && isReachable(),
      throwOnError: (_, query) => query.state.data === undefined,
    },
  },
})

onReconnect(() => void queryClient.refetchQueries({ type: 'active', stale: true }))
