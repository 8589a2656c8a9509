import { fetchRatings, saveRating as operation } from '@refrain/contract/library/ratings'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import { readRatings } from './rating-store.ts'
import { saveRating } from './ratings.ts'

export function registerRatings(app: FastifyInstance, db: Database, liveUpdates: LiveUpdates): void {
  bind(app, fetchRatings, async ({ kind }, { userId }) =>
    (await readRatings(db, userId, kind)).map(({ ratedAt, ...rated }) => ({
      ...rated,
      ratedAt: new Date(ratedAt).toISOString(),
    })),
  )
  bind(app, operation, async (input, actor) => {
    await saveRating(db, actor.userId, input)
    liveUpdates.publish(actor, 'ratings')
    return { success: true as const }
  })
}
