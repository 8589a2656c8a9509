import { fetchSetUp } from '@refrain/contract/administration/set-up'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const setUpQuery = queryOptions({
  queryKey: ['set-up'],
  queryFn: ({ signal }) => call(fetchSetUp, {}, signal),
  retry: false,
})
