import { type Chapter, fetchChapters } from '@refrain/contract/media/chapters'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { readChapters } from './chapters-store.ts'

/** The chapters of audiobooks and long recordings. */
export function registerChapters(app: FastifyInstance, db: Database): void {
  bind(app, fetchChapters, async ({ trackId }) => {
    const track = await readChapters(db, trackId)
    if (!track) throw new NotFoundError('There is no such track.')
    return { trackId, chapters: parseChapters(track.body ?? '[]') }
  })
}

function parseChapters(body: string): Chapter[] {
  const stored = JSON.parse(body) as readonly (readonly [startMs: number, title: string])[]
  return stored.map(([startMs, title]) => ({ seconds: startMs / 1_000, title }))
}
