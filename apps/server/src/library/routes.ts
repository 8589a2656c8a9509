import { fetchOwnData } from '@refrain/contract/own-data'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../database/open.ts'
import { bind } from '../http/bind.ts'
import { registerFollows } from './follow-routes.ts'
import { registerLikes } from './like-routes.ts'
import { registerMatching } from './match-routes.ts'
import { type ReadFurther, readOwnData } from './own-data.ts'
import { registerPlaylists } from './playlist-routes.ts'
import { registerPlaylistTracks } from './playlist-track-routes.ts'
import { sweepTrashNowAndThen } from './sweep-trash.ts'

/**
 * What a listener keeps: follows, liked songs, playlists.
 * @param further what else is told to who asks for everything of theirs
 */
export function registerLibrary(app: FastifyInstance, { db }: OpenDatabase, further: ReadFurther): void {
  registerFollows(app, db)
  registerPlaylists(app, db)
  registerPlaylistTracks(app, db)
  registerLikes(app, db)
  registerMatching(app, db)
  sweepTrashNowAndThen(app, db)
  bind(app, fetchOwnData, (_input, { userId }) => readOwnData(db, userId, further))
}
