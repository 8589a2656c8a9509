import { fetchArtistCredits, fetchTrackCredits } from '@refrain/contract/catalogue/credits'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { readTrack } from '../track-store.ts'
import { readArtistCredits, readArtistOrPerson, readTrackCredits } from './credit-store.ts'

export function registerCredits(app: FastifyInstance, db: Database): void {
  bind(
    app,
    fetchTrackCredits,
    async ({ trackId }) => {
      const credits = await readTrackCredits(db, trackId)
      if (credits.length === 0 && !(await readTrack(db, trackId)))
        throw new NotFoundError('There is no such track.')
      return credits
    },
    app.responseCache,
  )
  bind(
    app,
    fetchArtistCredits,
    async ({ artistId }) => {
      const credits = await readArtistCredits(db, artistId)
      if (credits.length === 0 && !(await readArtistOrPerson(db, artistId)))
        throw new NotFoundError('There is no such artist.')
      return credits
    },
    app.responseCache,
  )
}
