import { QueryClient } from '@tanstack/react-query'
import { CallError } from './send.ts'

const MINUTE = 60_000

/** Refused for good: to ask again would get the same answer. */
export const isFinal = (error: unknown): boolean =>
  error instanceof CallError && error.status < 500 && error.status !== 429

/**
 * What was fetched, and for how long it is good. A failure goes to the error page only where there is
 * nothing to show; no message is invented for the rest (READ-59).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: MINUTE,
      gcTime: 30 * MINUTE,
      refetchOnWindowFocus: false,
      retry: (failures, error) => !isFinal(error) && failures < 3,
      throwOnError: (_, query) => query.state.data === undefined,
    },
  },
})
