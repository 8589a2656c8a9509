import { fetchConfiguration } from '@refrain/contract/configuration'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** What this server says of itself; a page that does not hear it goes on with its own defaults. */
export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: ({ signal }) => call(fetchConfiguration, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
  throwOnError: false,
})
