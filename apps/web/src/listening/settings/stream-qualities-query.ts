import { fetchStreamQualities } from '@refrain/contract/media/streams'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The qualities that the service can stream in. */
export const streamQualitiesQuery = queryOptions({
  queryKey: ['stream-qualities'],
  queryFn: async ({ signal }) => (await call(fetchStreamQualities, {}, signal)).qualities,
  throwOnError: false,
})
