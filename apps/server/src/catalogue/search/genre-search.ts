import type { Genre } from '@refrain/contract/catalogue/genres'
import { matchNames, type Named, toNamed } from '@refrain/contract/catalogue/match-names'
import { MAX_FOUND_GENRES } from '@refrain/contract/catalogue/search'
import type { Database } from '../../database/tables.ts'
import { readAllGenres } from '../genre-store.ts'

/**
 * Finds genres by name. There are few, so they are read whole, once for each version of the catalogue.
 * @param readVersion the version that a caller has read last
 */
export function createGenreSearch(
  db: Database,
  readVersion: () => number,
): (query: string) => Promise<Genre[]> {
  let known: { readonly version: number; readonly genres: Promise<readonly Named<Genre>[]> } | undefined

  function read(): Promise<readonly Named<Genre>[]> {
    const version = readVersion()
    if (known?.version === version) return known.genres
    const genres = readAllGenres(db).then(all => toNamed(all, ({ name }) => name))
    known = { version, genres }
    genres.catch(() => {
      if (known?.genres === genres) known = undefined
    })
    return genres
  }

  return async query => matchNames(query, await read(), MAX_FOUND_GENRES)
}
