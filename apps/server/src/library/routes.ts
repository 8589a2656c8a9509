import { fetchOwnData } from '@refrain/contract/own-data'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/tables.ts'
import { bind } from '../http/bind.ts'
import type { LiveUpdates } from '../live-updates/live-updates.ts'
import { type ReadNotificationData, readOwnData } from './export/read-own-data.ts'
import { registerFollows } from './follows/routes.ts'
import { registerLikes } from './likes/routes.ts'
import { registerMatching } from './playlists/match-routes.ts'
import { registerPlaylists } from './playlists/routes.ts'
import { registerPlaylistTracks } from './playlists/track-routes.ts'
import { scheduleTrashSweep } from './trash/sweep-trash.ts'

export interface LibraryParts {
  readonly db: Database
  readonly liveUpdates: LiveUpdates
  /** For the export of a listener's own data. */
  readonly readNotificationData: ReadNotificationData
}

export function registerLibrary(app: FastifyInstance, parts: LibraryParts): void {
  const { db, liveUpdates, readNotificationData } = parts
  registerFollows(app, db, liveUpdates)
  registerPlaylists(app, db, liveUpdates)
  registerPlaylistTracks(app, db, liveUpdates)
  registerLikes(app, db, liveUpdates)
  registerMatching(app, db)
  scheduleTrashSweep(app, db)
  bind(app, fetchOwnData, (_input, { userId }) => readOwnData(db, userId, readNotificationData))
}
