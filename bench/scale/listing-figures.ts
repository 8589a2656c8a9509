import { ALBUM_SORTS, type ListingSort, SONG_SORTS } from '@refrain/contract/catalogue/listings/choices'
import { fetchAlbumListing, fetchSongListing } from '@refrain/contract/catalogue/listings/operations'
import { requestFor } from '@refrain/contract/request'
import { GENRES, genreId } from '../data/catalogue-plan.ts'
import { mix, pick } from '../data/mix.ts'
import type { Figure } from './figure.ts'

const DAY = 86_400_000
const LAST_ADDED = Date.UTC(2024, 4, 3)

/** A place in the middle of each order, as a position that the service gives. */
function placeOf(sort: ListingSort, n: number, id: string): string {
  const share = mix(n, 70)
  const keys: Partial<Record<ListingSort, string | number>> = {
    name: String.fromCodePoint(97 + Math.floor(share * 26)),
    added: LAST_ADDED - Math.floor(share * 2_000) * DAY,
    released: (1960 + Math.floor(share * 65)) * 10_000 + 503,
    plays: Math.floor(share * 20),
    length: Math.floor(100_000 + share * 200_000),
    random: 0,
  }
  return Buffer.from(JSON.stringify([keys[sort] ?? 0, id])).toString('base64url')
}

const filterOf = (n: number): object =>
  [
    {},
    { genreId: genreId(pick(GENRES, n, 71)) },
    { decade: 1960 + 10 * pick(6, n, 72) },
    { format: ['mp3', 'flac', 'aac', 'opus', 'alac'][pick(5, n, 73)] },
    { lossless: true as const },
  ][n % 5]!

const severalOf = (n: number): object => ({
  genreId: genreId(pick(GENRES, n, 71)),
  decade: 1960 + 10 * pick(6, n, 72),
  format: ['mp3', 'flac', 'aac', 'opus', 'alac'][pick(5, n, 73)],
})

const KINDS = {
  songs: { operation: fetchSongListing, sorts: SONG_SORTS, table: 'tracks', column: 'sort_title' },
  albums: { operation: fetchAlbumListing, sorts: ALBUM_SORTS, table: 'albums', column: 'sort_title' },
} as const

/** Every sort alone and with each filter, at any depth, and with several filters. */
export function listingFigures(): Figure[] {
  return Object.entries(KINDS).flatMap(([kind, { operation, sorts, table, column }]) => {
    const shared = sorts.filter(sort => sort !== 'lastPlayed')
    const figure = (
      name: string,
      most: { sqlite: number; postgres: number },
      filter: typeof filterOf,
    ): Figure => ({
      name: `${kind}, ${name}`,
      percentile: 0.99,
      budget: most,
      ask(n) {
        const sort = shared[Math.floor(n / 5) % shared.length]!
        const after = placeOf(sort, n, genreId(n))
        return [requestFor(operation, { sort, ...filter(n), after } as never)]
      },
      // The least that any of them does.
      limit: (raw, n) =>
        raw.run(
          `select * from ${table} where ${column} >= ? order by ${column}, id limit 50`,
          String.fromCodePoint(97 + (n % 26)),
        ),
    })
    return [
      figure('each sort with at most one filter', { sqlite: 10, postgres: 20 }, filterOf),
      figure('each sort with three filters', { sqlite: 50, postgres: 50 }, severalOf),
    ]
  })
}
