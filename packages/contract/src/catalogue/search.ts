import * as z from 'zod/mini'
import { guestShares, sessionRates, textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { album } from './albums.ts'
import { artist } from './artists.ts'
import { genre } from './genres.ts'
import { track } from './tracks.ts'

export const MAX_FOUND_GENRES = 5

/** Best matches first. */
const searchResult = z.object({
  tracks: z.array(track),
  artists: z.array(artist),
  albums: z.array(album),
  /** Missing in the answers of earlier versions, which browsers may have cached. */
  genres: z.optional(z.array(genre)),
})

export type SearchResult = z.infer<typeof searchResult>
/** What is searched by an index. */
export type FoundKind = 'tracks' | 'artists' | 'albums'

export const searchCatalogue = operation({
  name: 'searchCatalogue',
  summary:
    'Tracks, artists and albums whose title or name contains the query, ignoring case and accents. Exact matches come first, then prefixes, then the rest. If little contains the query, what has its words in another order, in the names of its album and artists, or with letters wrong follows. Genres are those of which the name or a word of it begins with the query.',
  method: 'GET',
  path: '/api/search',
  who: 'guest',
  caching: 'public',
  perMinute: sessionRates.search,
  guestsShare: guestShares.search,
  input: z.strictObject({ query: z.string().check(z.minLength(1), z.maxLength(textLimits.searchQuery.max)) }),
  output: searchResult,
})
