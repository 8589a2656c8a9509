import { searchCatalogue as operation } from '@refrain/contract/search'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../database/open.ts'
import { bind } from '../http/bind.ts'
import { searchCatalogue } from './search-store.ts'

export function registerSearch(app: FastifyInstance, open: OpenDatabase): void {
  bind(app, operation, ({ query }) => searchCatalogue(open, query))
}
