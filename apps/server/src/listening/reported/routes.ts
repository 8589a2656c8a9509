import {
  fetchNowPlaying,
  reportNowPlaying as reportNowPlayingOperation,
} from '@refrain/contract/listening/now-playing'
import { reportPlays } from '@refrain/contract/listening/reported-plays'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import { readNowPlaying, reportNowPlaying } from './now-playing.ts'
import { countReportedPlays, maxReportAge } from './reported-plays.ts'

export function registerReportedPlays(
  app: FastifyInstance,
  db: Database,
  liveUpdates: LiveUpdates,
  listensDays: number | undefined,
): void {
  const maxAgeMs = maxReportAge(listensDays)
  bind(app, reportPlays, async ({ plays, client = '' }, actor) => {
    const reported = plays.map(({ at, ...play }) => ({ ...play, client, at: Date.parse(at) }))
    const { counted, unknown, changed } = await countReportedPlays(db, actor.userId, reported, maxAgeMs)
    for (const kind of changed) liveUpdates.publish(actor, kind)
    return { counted, unknown: [...unknown] }
  })
  bind(app, fetchNowPlaying, async (_input, { userId }) => ({
    nowPlaying: (await readNowPlaying(db, userId)) ?? null,
  }))
  bind(app, reportNowPlayingOperation, async (input, actor) => {
    for (const kind of await reportNowPlaying(db, actor.userId, input)) liveUpdates.publish(actor, kind)
    return { success: true as const }
  })
}
