import type { Database, Transaction } from '../../database/tables.ts'
import type { NoticePermissionRow } from '../tables.ts'

export interface Permissions {
  readonly fromArtists: boolean
  readonly aboutArtistsAndMusic: boolean
}

const COLUMNS = {
  fromArtists: 'from_artists',
  aboutArtistsAndMusic: 'about_artists_and_music',
} as const satisfies Record<keyof Permissions, keyof NoticePermissionRow>

/** A member's permissions; both are off until switched on. */
export async function readPermissions(db: Database, userId: string): Promise<Permissions> {
  const row = await db
    .selectFrom('notice_permissions')
    .select(['from_artists', 'about_artists_and_music'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { fromArtists: row?.from_artists === 1, aboutArtistsAndMusic: row?.about_artists_and_music === 1 }
}

export async function setPermission(
  tx: Transaction,
  userId: string,
  type: keyof Permissions,
  allowed: boolean,
): Promise<void> {
  const change = { [COLUMNS[type]]: allowed ? 1 : 0 }
  await tx
    .insertInto('notice_permissions')
    .values({ user_id: userId, from_artists: 0, about_artists_and_music: 0, ...change })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(change))
    .execute()
}
