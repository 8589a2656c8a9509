import {
  fetchKeptAlbumIds,
  fetchKeptAlbums,
  keepAlbum,
  releaseAlbum,
} from '@refrain/contract/library/kept-albums'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { bindStreamedList } from '../../http/bind-list.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import { readKeptAlbumIds } from './kept-album-store.ts'
import * as kept from './kept-albums.ts'

export function registerKeptAlbums(app: FastifyInstance, db: Database, liveUpdates: LiveUpdates): void {
  bindStreamedList(app, fetchKeptAlbums, (_input, { userId }) => kept.readKeptAlbums(db, userId))
  bind(app, fetchKeptAlbumIds, (_input, { userId }) => readKeptAlbumIds(db, userId))
  bind(app, keepAlbum, async ({ albumId }, actor) => {
    await kept.keepAlbum(db, actor.userId, albumId)
    liveUpdates.publish(actor, 'keptAlbums')
    return { success: true as const }
  })
  bind(app, releaseAlbum, async ({ albumId }, actor) => {
    await kept.releaseAlbum(db, actor.userId, albumId)
    liveUpdates.publish(actor, 'keptAlbums')
    return { success: true as const }
  })
}
