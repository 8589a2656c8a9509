import {
  countAlbumPlays as countAlbumPlaysOperation,
  countTrackPlay as countTrackPlayOperation,
  fetchPlayedTracks,
  recordPlayedTrack,
} from '@refrain/contract/listening/plays'
import type { FastifyInstance } from 'fastify'
import { lockUser } from '../account/user-store.ts'
import { readTrack } from '../catalogue/track-store.ts'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { bind } from '../http/bind.ts'
import { NotFoundError } from '../http/errors/request-errors.ts'
import type { LiveUpdates } from '../live-updates/live-updates.ts'
import { registerInterests } from './interest-routes.ts'
import { PlayTimeBudget } from './play-time-budget.ts'
import { insertPlayed, readPlayed } from './played-track-store.ts'
import { countAlbumPlays, countTrackPlay } from './plays.ts'
import { registerQueue } from './queue/routes.ts'
import { registerReportedPlays } from './reported/routes.ts'

const done = { success: true } as const

export function registerListening(app: FastifyInstance, db: Database, liveUpdates: LiveUpdates): void {
  const listened = new PlayTimeBudget()
  bind(app, countTrackPlayOperation, async ({ trackId }, { userId }) => {
    const found = await countTrackPlay(db, listened, userId, trackId)
    if (!found) throw new NotFoundError('There is no such track.')
    return done
  })
  bind(app, countAlbumPlaysOperation, async ({ albums }, { userId }) => {
    await countAlbumPlays(db, userId, albums)
    return done
  })
  bind(app, recordPlayedTrack, async ({ trackId }, actor) => {
    if (!(await readTrack(db, trackId))) throw new NotFoundError('There is no such track.')
    const isNew = await write(db, async tx => {
      await lockUser(tx, actor.userId)
      return insertPlayed(tx, actor.userId, trackId)
    })
    if (isNew) liveUpdates.publish(actor, 'played')
    return done
  })
  bind(app, fetchPlayedTracks, (_input, { userId }) => readPlayed(db, userId))
  registerReportedPlays(app, db, liveUpdates)
  registerQueue(app, db, liveUpdates)
  registerInterests(app, db, liveUpdates)
}
