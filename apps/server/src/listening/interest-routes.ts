import * as contract from '@refrain/contract/interests'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/tables.ts'
import { bind } from '../http/bind.ts'
import { readInterestedArtists, readInterestedGenres } from './interest-store.ts'
import { appendArtist, appendGenre } from './interests.ts'
import { suggestAlbums } from './suggestions.ts'

const done = { success: true } as const

export function registerInterests(app: FastifyInstance, db: Database): void {
  bind(app, contract.fetchInterestedArtists, (_input, { userId }) => readInterestedArtists(db, userId))
  bind(app, contract.fetchInterestedAlbums, (_input, { userId }) => suggestAlbums(db, userId))
  bind(app, contract.fetchInterestedGenres, async (_input, { userId }) =>
    (await readInterestedGenres(db, userId)).map(({ genre }) => genre),
  )
  // What is only heard again suggests nothing else.
  bind(app, contract.appendInterestedArtist, async ({ id }, actor) => {
    if (await appendArtist(db, actor.userId, id)) app.changes.tell(actor, 'interests')
    return done
  })
  bind(app, contract.appendInterestedGenre, async ({ genre }, actor) => {
    if (await appendGenre(db, actor.userId, genre)) app.changes.tell(actor, 'interests')
    return done
  })
}
