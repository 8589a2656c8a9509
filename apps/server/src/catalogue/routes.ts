import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/tables.ts'

export function registerCatalogue(_app: FastifyInstance, _db: Database): void {}
