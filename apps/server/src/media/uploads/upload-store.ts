import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, Tables, Transaction } from '../../database/tables.ts'
import type { UploadRow } from '../tables.ts'
import { uploadId } from './upload-name.ts'

export async function insertUpload(tx: Transaction, upload: UploadRow): Promise<void> {
  await tx.insertInto('uploads').values(upload).execute()
}

/** Bytes of a member's pictures. */
export async function sumUploadBytes(db: Database, userId: string): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select(eb => eb.fn.sum<number | string>('bytes').as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** A member's own upload that no playlist uses, by its name; undefined for anything else. */
export async function readUpload(
  db: Database,
  userId: string,
  picturePath: string,
): Promise<UploadRow | undefined> {
  const id = uploadId(picturePath)
  if (id === undefined) return undefined
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('playlist_id', 'is', null)
    .executeTakeFirst()
}

/**
 * Deletes the row of an upload that nothing uses; its files go with the next clean-up. Other names change
 * nothing.
 */
export async function releaseUpload(tx: Transaction, userId: string, picturePath: string): Promise<void> {
  const id = uploadId(picturePath)
  if (id === undefined) return
  await tx
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(eb => eb.not(eb.or(whatShows(eb))))
    .execute()
}

/** Deletes uploads from before an instant that nothing uses. */
export async function deleteUnusedBefore(tx: Transaction, before: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('uploads')
    .where('kept_at', '<', before)
    .where(eb => eb.not(eb.or(whatShows(eb))))
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Whether the member uses the upload as picture, or one of their playlists, also if it was deleted and can be restored. */
function whatShows(eb: ExpressionBuilder<Tables, 'uploads'>) {
  const name = sql<string>`uploads.id || '.jpg'`
  const user = eb
    .selectFrom('users')
    .select('users.id')
    .whereRef('users.id', '=', 'uploads.user_id')
    .where('users.profile_path', '=', name)
  const playlist = eb
    .selectFrom('playlists')
    .select('playlists.id')
    .whereRef('playlists.user_id', '=', 'uploads.user_id')
    .where('playlists.profile_path', '=', name)
  const deleted = eb
    .selectFrom('deleted_playlists')
    .select('deleted_playlists.id')
    .whereRef('deleted_playlists.user_id', '=', 'uploads.user_id')
    .where('deleted_playlists.profile_path', '=', name)
  return [eb.exists(user), eb.exists(playlist), eb.exists(deleted)]
}

/** The ids that are uploads. */
export async function filterUploadIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(row => row.id))
}
