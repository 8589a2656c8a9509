import { fetchInterestedArtists, fetchInterestedGenres } from '@refrain/contract/compat/listening'
import {
  appendInterestedArtist,
  appendInterestedGenre,
  fetchInterestedAlbums,
} from '@refrain/contract/listening/interests'
import type { FastifyInstance } from 'fastify'
import { lockUser } from '../account/user-store.ts'
import { readArtist } from '../catalogue/artist-store.ts'
import { readGenreIdByName } from '../catalogue/genre-store.ts'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { bind } from '../http/bind.ts'
import { NotFoundError } from '../http/errors/request-errors.ts'
import type { LiveUpdates } from '../live-updates/live-updates.ts'
import {
  readInterestedArtists,
  readInterestedGenres,
  upsertInterestedArtist,
  upsertInterestedGenre,
} from './interest-store.ts'
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

/** @returns whether it is new @throws NotFoundError if there is no such artist */
async function addInterestedArtist(db: Database, userId: string, artistId: string): Promise<boolean> {
  if (!(await readArtist(db, artistId))) throw new NotFoundError('There is no such artist.')
  return write(db, async tx => {
    await lockUser(tx, userId)
    return upsertInterestedArtist(tx, userId, artistId, Date.now())
  })
}

/** @returns whether it is new @throws NotFoundError if there is no genre of that name */
async function addInterestedGenre(db: Database, userId: string, name: string): Promise<boolean> {
  const genreId = await readGenreIdByName(db, name)
  if (genreId === undefined) throw new NotFoundError('There is no such genre.')
  return write(db, async tx => {
    await lockUser(tx, userId)
    return upsertInterestedGenre(tx, userId, genreId, Date.now())
  })
}
