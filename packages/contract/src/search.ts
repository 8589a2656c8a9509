import * as z from 'zod/mini'
import { album, artist, track } from './catalogue.ts'
import { LONGEST_QUERY } from './limits.ts'
import { operation } from './operation.ts'

/** What was found, each kind by itself, the best matches first. */
export const searchResult = z.object({
  tracks: z.array(track),
  artists: z.array(artist),
  albums: z.array(album),
})
export type SearchResult = z.infer<typeof searchResult>

/** Beyond the specification's list: its search would otherwise need the whole catalogue in the browser. */
export const searchCatalogue = operation({
  name: 'searchCatalogue',
  summary:
    'Tracks, artists and albums whose title or name holds the query, without regard to case and accents. Exact matches come first, then those that begin with it, then the rest.',
  method: 'GET',
  path: '/api/search',
  who: 'guest',
  caching: 'public',
  // As one types, a few in a second.
  perMinute: 300,
  guestsShare: 8,
  input: z.strictObject({ query: z.string().check(z.minLength(1), z.maxLength(LONGEST_QUERY)) }),
  output: searchResult,
})

export const searchOperations = [searchCatalogue] as const
