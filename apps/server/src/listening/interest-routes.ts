import { fetchInterestedArtists, fetchInterestedGenres } from '@refrain/contract/compat/listening'
import {
  appendInterestedArtist,
  appendInterestedGenre,
  fetchInterestedAlbums,
} from '@refrain/contract/listening/interests'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/tables.ts'
import { bind } from '../http/bind.ts'
import type { LiveUpdates } from '../live-updates/live-updates.ts'
import { readInterestedArtists, readInterestedGenres } from './interest-store.ts'
import { addInterestedArtist, addInterestedGenre } from './interests.ts'
import { suggestAlbums } from './suggestions.ts'

const done = { success: true } as const

export function registerInterests(app: FastifyInstance, db: Database, liveUpdates: LiveUpdates): void {
  bind(app, fetchInterestedArtists, (_input, { userId }) => readInterestedArtists(db, userId))
  bind(app, fetchInterestedAlbums, (_input, { userId }) => suggestAlbums(db, userId))
  bind(app, fetchInterestedGenres, async (_input, { userId }) =>
    (await readInterestedGenres(db, userId)).map(({ genre }) => genre),
  )
  // Hearing something again changes no suggestion.
  bind(app, appendInterestedArtist, async ({ id }, actor) => {
    if (await addInterestedArtist(db, actor.userId, id)) liveUpdates.publish(actor, 'interests')
    return done
  })
  bind(app, appendInterestedGenre, async ({ genre }, actor) => {
    if (await addInterestedGenre(db, actor.userId, genre)) liveUpdates.publish(actor, 'interests')
    return done
  })
}
