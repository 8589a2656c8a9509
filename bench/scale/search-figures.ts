import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { requestFor } from '@refrain/contract/request'
import type { Figure } from './figure.ts'
import { absentQueries, mistypedQueries, typedQueries } from './queries.ts'

const SAMPLES = 100
const FOUND = 'up to 200 records of three kinds are read, half of the time; matching takes a quarter'

const FORGIVEN = 'each word is looked for by itself, and the invented titles share most of theirs'

/** Searches of tracks, artists and albums together. */
export function searchFigures(): Figure[] {
  const kinds = [
    { name: 'three letters and more', queries: typedQueries(3, 12), budget: { sqlite: 8, postgres: 30 } },
    { name: 'one or two letters', queries: typedQueries(1, 2), budget: { sqlite: 10, postgres: 50 } },
    { name: 'not there', queries: absentQueries(), budget: { sqlite: 5, postgres: 80 } },
    { name: 'mistyped', queries: mistypedQueries(), budget: { sqlite: 30, postgres: 60 }, reason: FORGIVEN },
  ]
  return kinds.map(({ name, queries, budget, reason = FOUND }) => ({
    name: `search, ${name}`,
    percentile: 0.95,
    budget,
    samples: SAMPLES,
    reason: { sqlite: reason, postgres: reason },
    ask: n => [requestFor(searchCatalogue, { query: queries[n % queries.length] ?? '' })],
    // The least that any search does: finds the titles that begin so.
    limit: (raw, n) => {
      const query = queries[n % queries.length] ?? ''
      return raw.run(
        'select * from tracks where search_title >= ? and search_title < ? limit 100',
        query,
        `${query}\u{10ffff}`,
      )
    },
  }))
}
