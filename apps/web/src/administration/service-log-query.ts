import { fetchLog } from '@refrain/contract/administration/log'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { administrationKey } from './administration-queries.ts'

interface Filter {
  readonly onlyErrors: boolean
  /** Part of messages, or a request id; '' for all. */
  readonly query: string
}

/** Warnings and errors of the service. */
export const logQuery = (token: string | null, { onlyErrors, query }: Filter) =>
  infiniteQueryOptions({
    queryKey: administrationKey(token, 'log', onlyErrors ? 'error' : '', query),
    queryFn: ({ pageParam, signal }) =>
      call(
        fetchLog,
        {
          ...(onlyErrors && { level: 'error' as const }),
          ...(query && { query }),
          ...(pageParam && { after: pageParam }),
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
  })
