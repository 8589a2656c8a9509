import { countLimits } from '@refrain/contract/limits'
import type { Bookmark, saveBookmark as operation } from '@refrain/contract/listening/bookmarks'
import type { InputOf } from '@refrain/contract/operation'
import { lockUser } from '../../account/user-store.ts'
import { readTrack } from '../../catalogue/track-store.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import * as store from './bookmark-store.ts'

/** A listener's bookmarks, most recently changed first. */
export async function readBookmarks(db: Database, userId: string): Promise<Bookmark[]> {
  const rows = await store.readBookmarkRows(db, userId)
  return rows.map(row => ({
    trackId: row.track_id,
    positionMs: row.position_ms,
    comment: row.comment,
    createdAt: new Date(row.created_at).toISOString(),
    changedAt: new Date(row.changed_at).toISOString(),
  }))
}

/** @throws NotFoundError if there is no such track, RequestError (409) for too many bookmarks */
export async function saveBookmark(
  db: Database,
  userId: string,
  { trackId, positionMs, comment = '' }: InputOf<typeof operation>,
): Promise<void> {
  if (!(await readTrack(db, trackId))) throw new NotFoundError('There is no such track.')
  const now = Date.now()
  await write(db, async tx => {
    await lockUser(tx, userId)
    await store.upsertBookmark(tx, {
      ...{ user_id: userId, track_id: trackId, position_ms: positionMs, comment },
      ...{ created_at: now, changed_at: now },
    })
    if ((await store.countBookmarks(tx, userId)) > countLimits.bookmarks)
      throw new RequestError(409, `Nobody has more than ${countLimits.bookmarks} bookmarks.`)
  })
}

/** @returns whether there was one */
export function deleteBookmark(db: Database, userId: string, trackId: string): Promise<boolean> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    return store.deleteBookmark(tx, userId, trackId)
  })
}
