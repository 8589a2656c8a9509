import { textLimits } from '@refrain/contract/limits'
import {
  countAlbumPlays as countAlbumPlaysOperation,
  countTrackPlay as countTrackPlayOperation,
  fetchPlayedTracks,
  recordPlayedTrack,
} from '@refrain/contract/listening/plays'
import type { FastifyInstance } from 'fastify'
import { readSession } from '../account/sessions/session-store.ts'
import { lockUser } from '../account/user-store.ts'
import { readTrack } from '../catalogue/track-store.ts'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { bind } from '../http/bind.ts'
import { NotFoundError } from '../http/errors/request-errors.ts'
import type { LiveUpdates } from '../live-updates/live-updates.ts'
import { registerInterests } from './interest-routes.ts'
import { type ListenParts, registerListens } from './listens/routes.ts'
import { PlayTimeBudget } from './play-time-budget.ts'
import { insertPlayed, readPlayed } from './played-track-store.ts'
import { countAlbumPlays, countTrackPlay } from './plays.ts'
import { registerQueue } from './queue/routes.ts'
import { registerReportedPlays } from './reported/routes.ts'

const done = { success: true } as const

export function registerListening(
  app: FastifyInstance,
  parts: ListenParts & { readonly liveUpdates: LiveUpdates },
): void {
  const { db, liveUpdates } = parts
  const listened = new PlayTimeBudget()
  bind(app, countTrackPlayOperation, async ({ trackId }, { userId, session }) => {
    const client = await readSessionName(db, session)
    const countedAt = await countTrackPlay(db, listened, { userId, client }, trackId)
    if (countedAt === undefined) throw new NotFoundError('There is no such track.')
    return countedAt === null ? done : { ...done, countedAt: new Date(countedAt).toISOString() }
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
  registerReportedPlays(app, db, liveUpdates, parts.listensDays)
  registerListens(app, parts)
  registerQueue(app, db, liveUpdates)
  registerInterests(app, db, liveUpdates)
}

/** The browser and system of a session, such as `Firefox, Linux`; '' if unknown. */
async function readSessionName(db: Database, session: string): Promise<string> {
  const row = await readSession(db, session)
  const name = [row?.browser, row?.system].filter(Boolean).join(', ')
  return name.slice(0, textLimits.clientName.max).toWellFormed()
}
