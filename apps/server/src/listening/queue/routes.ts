import { deleteBookmark, fetchBookmarks, saveBookmark } from '@refrain/contract/listening/bookmarks'
import { fetchPlayQueue, savePlayQueue as saveQueueOperation } from '@refrain/contract/listening/play-queue'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import * as bookmarks from './bookmarks.ts'
import { readPlayQueue, savePlayQueue } from './play-queue.ts'

const done = { success: true } as const

/** The queue that a listener's clients share, and bookmarks. */
export function registerQueue(app: FastifyInstance, db: Database, liveUpdates: LiveUpdates): void {
  bind(app, fetchPlayQueue, (_input, { userId }) => readPlayQueue(db, userId))
  bind(app, saveQueueOperation, async (input, actor) => {
    const saved = await savePlayQueue(db, actor.userId, input)
    liveUpdates.publish(actor, 'queue')
    return saved
  })
  bind(app, fetchBookmarks, (_input, { userId }) => bookmarks.readBookmarks(db, userId))
  bind(app, saveBookmark, async (input, actor) => {
    await bookmarks.saveBookmark(db, actor.userId, input)
    liveUpdates.publish(actor, 'bookmarks')
    return done
  })
  bind(app, deleteBookmark, async ({ trackId }, actor) => {
    if (await bookmarks.deleteBookmark(db, actor.userId, trackId)) liveUpdates.publish(actor, 'bookmarks')
    return done
  })
}
