import type { Database, Transaction } from '../../database/tables.ts'
import type { UploadTargetRow } from '../tables.ts'

/** True for a playlist of the member that can have a picture: Liked Songs cannot. */
export async function ownsPlaylist(db: Database, userId: string, playlistId: string): Promise<boolean> {
  const row = await db
    .selectFrom('playlists')
    .select('id')
    .where('id', '=', playlistId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'playlist')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the target of the session's next picture. Ended sessions have none. */
export async function upsertUploadTarget(tx: Transaction, target: UploadTargetRow): Promise<void> {
  const { token_hash, playlist_id, until } = target
  await deleteTarget(tx, token_hash)
  await tx
    .insertInto('upload_targets')
    .columns(['token_hash', 'playlist_id', 'until'])
    .expression(eb =>
      eb
        .selectFrom('sessions')
        .select(row => ['token_hash', row.val(playlist_id).as('playlist_id'), row.lit(until).as('until')])
        .where('token_hash', '=', token_hash),
    )
    .onConflict(conflict => conflict.column('token_hash').doUpdateSet({ playlist_id, until }))
    .execute()
}

/** The target of the session's next picture: a playlist of the member, else null. Read once. */
export async function takeUploadTarget(
  tx: Transaction,
  { userId, session }: { userId: string; session: string },
  now: number,
): Promise<string | null> {
  const row = await tx
    .selectFrom('upload_targets')
    .innerJoin('playlists', 'playlists.id', 'upload_targets.playlist_id')
    .select('playlists.id')
    .where('upload_targets.token_hash', '=', session)
    .where('upload_targets.until', '>', now)
    .where('playlists.user_id', '=', userId)
    .executeTakeFirst()
  await deleteTarget(tx, session)
  return row?.id ?? null
}

async function deleteTarget(tx: Transaction, session: string): Promise<void> {
  await tx.deleteFrom('upload_targets').where('token_hash', '=', session).execute()
}

export async function deleteTargetsBefore(tx: Transaction, instant: number): Promise<void> {
  await tx.deleteFrom('upload_targets').where('until', '<=', instant).execute()
}
