import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { requestFor } from '@refrain/contract/request'
import type { Figure } from './figure.ts'
import { absentQueries, typedQueries } from './queries.ts'

const SAMPLES = 100
const FOUND = 'up to 200 records of three kinds are read, half of the time; matching takes a quarter'

/** Searches of tracks, artists and albums together. */
export function searchFigures(): Figure[] {
  const kinds = [
    { name: 'three letters and more', queries: typedQueries(3, 12), budget: { sqlite: 8, postgres: 30 } },
    { name: 'one or two letters', queries: typedQueries(1, 2), budget: { sqlite: 10, postgres: 50 } },
    { name: 'not there', queries: absentQueries(), budget: { sqlite: 5, postgres: 80 } },
  ]
  return kinds.map(({ name, queries, budget }) => ({
    name: `search, ${name}`,
    percentile: 0.95,
    budget,
    samples: SAMPLES,
    reason: { sqlite: FOUND, postgres: FOUND },
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
