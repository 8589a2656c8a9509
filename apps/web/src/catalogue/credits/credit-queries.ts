import { fetchArtistCredits, fetchTrackCredits } from '@refrain/contract/catalogue/credits'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { checkId } from '../check-id.ts'

export const trackCreditsQuery = (id: string) =>
  queryOptions({
    queryKey: ['track', id, 'credits'],
    queryFn: ({ signal }) => call(fetchTrackCredits, { trackId: checkId(id) }, signal),
    // The rest of the page does not depend on it.
    throwOnError: false,
  })

export const artistCreditsQuery = (id: string) =>
  queryOptions({
    queryKey: ['artist', id, 'credits'],
    queryFn: ({ signal }) => call(fetchArtistCredits, { artistId: checkId(id) }, signal),
    throwOnError: false,
  })
