import { textLimits } from '@refrain/contract/limits'
import { deleteBookmark, readBookmarks, saveBookmark } from '../../listening/queue/bookmarks.ts'
import { type Calls, type CallTools, listen, read } from '../call.ts'
import { requireId, toAppId } from '../ids.ts'
import { readChildren } from '../shapes/song.ts'
import { notFound } from '../subsonic-error.ts'

const DAY_MS = 86_400_000

/** Positions that listeners want to find again. */
export function bookmarkCalls({ db, liveUpdates }: CallTools): Calls {
  return {
    getBookmarks: read(async ({ caller }) => {
      const bookmarks = await readBookmarks(db, caller.userId)
      const songs = await readChildren(
        db,
        caller.userId,
        bookmarks.map(each => each.trackId),
      )
      const byId = new Map(songs.map(song => [song.id, song]))
      const bookmark = bookmarks.flatMap(({ trackId, positionMs, comment, createdAt, changedAt }) => {
        const entry = byId.get(toAppId('track', trackId))
        const times = { created: createdAt, changed: changedAt }
        return entry ? [{ position: positionMs, username: caller.username, comment, ...times, entry }] : []
      })
      return { bookmarks: { bookmark } }
    }),
    createBookmark: listen(async ({ parameters, caller }) => {
      const trackId = requireId(parameters.required('id'), 'track')
      parameters.required('position')
      const positionMs = parameters.whole('position', { or: 0, least: 0, most: DAY_MS })
      const comment = (parameters.get('comment') ?? '').slice(0, textLimits.comment.max).toWellFormed()
      await saveBookmark(db, caller.userId, { trackId, positionMs, comment })
      liveUpdates.publish({ userId: caller.userId }, 'bookmarks')
      return {}
    }),
    deleteBookmark: listen(async ({ parameters, caller }) => {
      const trackId = requireId(parameters.required('id'), 'track')
      if (!(await deleteBookmark(db, caller.userId, trackId))) throw notFound('bookmark')
      liveUpdates.publish({ userId: caller.userId }, 'bookmarks')
      return {}
    }),
  }
}
