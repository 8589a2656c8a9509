import * as z from 'zod/mini'
import { guestShares, sessionRates, textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { album } from './albums.ts'
import { artist } from './artists.ts'
import { track } from './tracks.ts'

/** Best matches first. */
const searchResult = z.object({
  tracks: z.array(track),
  artists: z.array(artist),
  albums: z.array(album),
})

export type SearchResult = z.infer<typeof searchResult>

export const searchCatalogue = operation({
  name: 'searchCatalogue',
  summary:
    'Tracks, artists and albums whose title or name contains the query, ignoring case and accents. Exact matches come first, then prefixes, then the rest. If little contains the query, what has its words in another order, in the names of its album and artists, or with letters wrong follows.',
  method: 'GET',
  path: '/api/search',
  who: 'guest',
  caching: 'public',
  perMinute: sessionRates.search,
  guestsShare: guestShares.search,
  input: z.strictObject({ query: z.string().check(z.minLength(1), z.maxLength(textLimits.searchQuery.max)) }),
  output: searchResult,
})
