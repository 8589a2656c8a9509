import type { Insertable, Selectable } from 'kysely'
import type { Database, Transaction } from '../../database/tables.ts'
import type { BookmarkRow } from '../tables.ts'

/** A listener's bookmarks, most recently changed first. */
export function readBookmarkRows(db: Database, userId: string): Promise<Selectable<BookmarkRow>[]> {
  return db
    .selectFrom('bookmarks')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .orderBy('track_id')
    .execute()
}

export async function countBookmarks(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('bookmarks')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** An existing bookmark keeps the time at which it was created. */
export async function upsertBookmark(tx: Transaction, row: Insertable<BookmarkRow>): Promise<void> {
  const { position_ms, comment, changed_at } = row
  await tx
    .insertInto('bookmarks')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['user_id', 'track_id']).doUpdateSet({ position_ms, comment, changed_at }),
    )
    .execute()
}

/** @returns whether there was one */
export async function deleteBookmark(tx: Transaction, userId: string, trackId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('bookmarks')
    .where('user_id', '=', userId)
    .where('track_id', '=', trackId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
