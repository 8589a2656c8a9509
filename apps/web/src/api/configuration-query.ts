import { fetchConfiguration } from '@refrain/contract/configuration'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The server's configuration; pages fall back to defaults without it. */
export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: ({ signal }) => call(fetchConfiguration, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
  throwOnError: false,
})
