import { searchCatalogue as operation } from '@refrain/contract/catalogue/search'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../../database/open.ts'
import { bind } from '../../http/bind.ts'
import { ResponseCache } from '../../http/responses/response-cache.ts'
import { readCatalogueVersion } from '../version-store.ts'
import { searchCatalogue } from './search-store.ts'

const MOST_BYTES = 8 * 1024 * 1024

export function registerSearch(app: FastifyInstance, open: OpenDatabase): void {
  // Kept apart: there is no end of queries, and they must not push out what everybody asks for.
  const answers = new ResponseCache(() => readCatalogueVersion(open.db), MOST_BYTES)
  bind(app, operation, ({ query }) => searchCatalogue(open, query), answers)
}
