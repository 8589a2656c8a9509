import {
  type ArchiveList,
  importArchiveItems,
  importArchiveListens,
  importArchivePicture,
  importArchivePlaylist,
  matchArchive as matchArchiveOperation,
} from '@refrain/contract/library/archive'
import type { LiveUpdateKind } from '@refrain/contract/live-updates'
import type { FastifyInstance } from 'fastify'
import { bind, bindRoute } from '../../http/bind.ts'
import { abortAtDeadline } from '../../http/limits/deadline.ts'
import type { Actor } from '../../http/requests/actor.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import { serialise } from '../../http/responses/serialise.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import type { UploadParts } from '../../media/uploads/store-upload.ts'
import { acceptForms, readFormFile } from '../../media/uploads/upload-form.ts'
import { importItems } from './import-items.ts'
import { importListens } from './import-listens.ts'
import { importPicture } from './import-picture.ts'
import { importPlaylist } from './import-playlist.ts'
import { matchArchive } from './match-archive.ts'

/** What open pages refetch after a part of a list was imported. */
const CHANGED: Partial<Record<ArchiveList, LiveUpdateKind>> = {
  following: 'follows',
  interestedArtists: 'interests',
  interestedGenres: 'interests',
  playedTracks: 'played',
  keptAlbums: 'keptAlbums',
  ratedTracks: 'ratings',
  ratedAlbums: 'ratings',
  ratedArtists: 'ratings',
}

/** An import changes the same list many times in a row; open pages refetch it once in this time. */
const PUBLISH_EVERY_MS = 1_000

/** Imports archives of other instances, in parts that the pages read from the file. */
export async function registerArchive(
  app: FastifyInstance,
  uploads: UploadParts,
  liveUpdates: LiveUpdates,
): Promise<void> {
  const { db } = uploads
  const publishSoon = createPublisher(app, liveUpdates)
  bind(app, matchArchiveOperation, input =>
    abortAtDeadline(signal => matchArchive(db, input, signal), matchArchiveOperation.timeoutSeconds),
  )
  bind(app, importArchiveItems, async (input, actor) => {
    const result = await importItems(db, actor.userId, input)
    const kind = CHANGED[input.list]
    if (kind && result.added > 0) publishSoon(actor, kind)
    return result
  })
  bind(app, importArchiveListens, (input, { userId }) => importListens(db, userId, input))
  bind(app, importArchivePlaylist, async (input, actor) => {
    const result = await importPlaylist(db, actor.userId, input)
    if (result.isNew || result.added > 0) {
      publishSoon(actor, input.type === 'liked' ? 'likes' : 'playlists')
    }
    return result
  })
  await app.register(async scope => {
    await acceptForms(scope)
    bindRoute(scope, importArchivePicture, async ({ playlistId }, request, reply, actor) => {
      const bytes = await readFormFile(request)
      const picturePath = await abortAtDeadline(signal =>
        importPicture(uploads, actor.userId, playlistId, bytes, signal),
      )
      publishSoon(actor, 'playlists')
      return sendUncached(request, reply, serialise(importArchivePicture, { picturePath }))
    })
  })
}

/** Publishes the first of several changes to a list a little later, and with it those that follow meanwhile. */
function createPublisher(app: FastifyInstance, liveUpdates: LiveUpdates) {
  const timers = new Map<string, NodeJS.Timeout>()
  app.addHook('onClose', async () => {
    for (const timer of timers.values()) clearTimeout(timer)
  })
  return (actor: Actor, kind: LiveUpdateKind): void => {
    const key = `${actor.userId} ${actor.tab} ${kind}`
    if (timers.has(key)) return
    const publish = () => {
      timers.delete(key)
      liveUpdates.publish(actor, kind)
    }
    timers.set(key, setTimeout(publish, PUBLISH_EVERY_MS))
  }
}
