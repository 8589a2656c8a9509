import { fetchOwnData } from '@refrain/contract/own-data'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../database/open.ts'
import { bind } from '../http/bind.ts'
import { type ReadNotificationData, readOwnData } from './export/read-own-data.ts'
import { registerFollows } from './follows/routes.ts'
import { registerLikes } from './likes/routes.ts'
import { registerMatching } from './playlists/match-routes.ts'
import { registerPlaylists } from './playlists/routes.ts'
import { registerPlaylistTracks } from './playlists/track-routes.ts'
import { scheduleTrashSweep } from './trash/sweep-trash.ts'

/**
 * What a listener keeps: follows, liked songs, playlists.
 * @param further what else is told to who asks for everything of theirs
 */
export function registerLibrary(
  app: FastifyInstance,
  { db }: OpenDatabase,
  further: ReadNotificationData,
): void {
  registerFollows(app, db)
  registerPlaylists(app, db)
  registerPlaylistTracks(app, db)
  registerLikes(app, db)
  registerMatching(app, db)
  scheduleTrashSweep(app, db)
  bind(app, fetchOwnData, (_input, { userId }) => readOwnData(db, userId, further))
}
