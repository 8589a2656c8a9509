import { fetchLyrics } from '@refrain/contract/media/lyrics'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { readLyrics } from './lyrics-store.ts'
import { parseLyrics } from './parse-lyrics.ts'

/** The lyrics of a track, as lines. */
export function registerLyrics(app: FastifyInstance, db: Database): void {
  bind(app, fetchLyrics, async ({ trackId }) => {
    const track = await readLyrics(db, trackId)
    if (!track) throw new NotFoundError('There is no such track.')
    const synced = track.synced === 1
    return { trackId, synced, lines: parseLyrics(track.body ?? '', synced) }
  })
}
