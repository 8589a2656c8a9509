import { fetchTrack } from '@refrain/contract/catalogue/tracks'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { checkId } from './check-id.ts'

export const trackQuery = (id: string) =>
  queryOptions({
    queryKey: ['track', id],
    queryFn: ({ signal }) => call(fetchTrack, { id: checkId(id) }, signal),
  })
