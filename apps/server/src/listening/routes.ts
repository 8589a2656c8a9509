import * as contract from '@refrain/contract/listening'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/tables.ts'
import { bind } from '../http/bind.ts'
import { NotFoundError } from '../http/errors.ts'
import { ListenedTime } from './listened-time.ts'
import { countAlbumPlays, countTrackPlay } from './plays.ts'

const done = { success: true } as const

export function registerListening(app: FastifyInstance, db: Database): void {
  const listened = new ListenedTime()
  bind(app, contract.countTrackPlay, async ({ trackId }, { userId }) => {
    const found = await countTrackPlay(db, listened, userId, trackId)
    if (!found) throw new NotFoundError('There is no such track.')
    return done
  })
  bind(app, contract.countAlbumPlays, async ({ albums }, { userId }) => {
    await countAlbumPlays(db, userId, albums)
    return done
  })
}
