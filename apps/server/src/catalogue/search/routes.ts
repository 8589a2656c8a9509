import { searchCatalogue as operation } from '@refrain/contract/catalogue/search'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../../database/open.ts'
import { bind } from '../../http/bind.ts'
import { ResponseCache } from '../../http/responses/response-cache.ts'
import { readCatalogueVersion } from '../version-store.ts'
import { createGenreSearch } from './genre-search.ts'
import { searchCatalogue } from './search-store.ts'

const CACHE_BYTES = 8 * 1024 * 1024

export function registerSearch(app: FastifyInstance, open: OpenDatabase): void {
  // A cache of its own: queries are unlimited and must not evict what everybody requests.
  const cache = new ResponseCache(() => readCatalogueVersion(open.db), { maxBytes: CACHE_BYTES })
  const findGenres = createGenreSearch(open.db, () => cache.version)
  bind(
    app,
    operation,
    async ({ query }) => ({ ...(await searchCatalogue(open, query)), genres: await findGenres(query) }),
    cache,
  )
}
