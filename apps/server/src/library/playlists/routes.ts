import { fetchAllPlaylists } from '@refrain/contract/compat/library'
import {
  createFilledPlaylist,
  createPlaylist,
  deletePlaylist,
  fetchPlaylist,
  fetchUserPlaylists,
  restorePlaylist,
  updatePlaylist,
} from '@refrain/contract/library/playlists'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind, bindRoute } from '../../http/bind.ts'
import { bindStreamedList } from '../../http/bind-list.ts'
import { ForbiddenError } from '../../http/errors/request-errors.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import { readIdempotencyKey } from '../../http/requests/idempotency-key.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import { serialise } from '../../http/responses/serialise.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import { restorePlaylist as restore } from '../trash/restore-playlist.ts'
import * as editing from './edit-playlist.ts'
import * as playlists from './playlists.ts'

/** Creates, reads, changes, deletes and restores playlists. For their tracks, see track-routes.ts. */
export function registerPlaylists(app: FastifyInstance, db: Database, liveUpdates: LiveUpdates): void {
  bindRoute(app, createPlaylist, async (_input, request, reply, actor) => {
    const created = await withDeadline(playlists.createPlaylist(db, actor.userId, readKey(request)))
    liveUpdates.publish(actor, 'playlists')
    return sendUncached(request, reply, serialise(createPlaylist, created))
  })
  bind(app, createFilledPlaylist, async ({ title, tracks }, actor) => {
    const valid = playlists.readTitle(title)
    const created = await editing.createFilledPlaylist(db, actor.userId, valid, tracks)
    liveUpdates.publish(actor, 'playlists')
    return created
  })
  bindStreamedList(app, fetchUserPlaylists, (_input, { userId }) => playlists.readPlaylists(db, userId))
  bindStreamedList(app, fetchAllPlaylists, (_input, { userId }) => playlists.readAllPlaylists(db, userId))
  bind(app, fetchPlaylist, ({ id }, { userId }) => playlists.readPlaylist(db, userId, id))
  bindRoute(app, updatePlaylist, async (input, request, reply, actor) => {
    const isCurrent = readIfMatch(request)
    const updated = await withDeadline(playlists.updatePlaylist(db, actor.userId, input, isCurrent))
    liveUpdates.publish(actor, 'playlists')
    return sendUncached(request, reply, serialise(updatePlaylist, updated))
  })
  bind(app, deletePlaylist, async ({ playlistId }, actor) => {
    const kind = await playlists.deletePlaylist(db, actor.userId, playlistId)
    liveUpdates.publish(actor, kind === 'liked' ? 'likes' : 'playlists')
    return { success: true as const }
  })
  bind(app, restorePlaylist, async ({ playlistId }, actor) => {
    const restored = await restore(db, actor.userId, playlistId)
    liveUpdates.publish(actor, restored.type === 'liked' ? 'likes' : 'playlists')
    return restored
  })
}

/** Reads the idempotency key. Creating a playlist is a GET, so prefetches are refused. */
function readKey(request: FastifyRequest): string | undefined {
  const { headers } = request
  const purpose = headers['sec-purpose'] ?? headers.purpose
  if (String(purpose).includes('prefetch')) throw new ForbiddenError('A playlist is not made in advance.')
  return readIdempotencyKey(request)
}

/** Parses If-Match, with or without quotes. @returns whether a version may be changed; without the header, any may */
function readIfMatch({ headers }: FastifyRequest): (version: number) => boolean {
  const header = headers['if-match']
  if (header === undefined || header.trim() === '*') return () => true
  const versions = header.split(',').map(tag => tag.trim().replace(/^"(.*)"$/, '$1'))
  return version => versions.includes(String(version))
}
