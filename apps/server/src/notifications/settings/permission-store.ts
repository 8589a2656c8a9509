import type { Database, Transaction } from '../../database/tables.ts'
import type { NoticePermissionRow } from '../tables.ts'

/** Each of the listener's switches. */
export interface Permissions {
  readonly fromArtists: boolean
  readonly aboutArtistsAndMusic: boolean
}

const COLUMNS = {
  fromArtists: 'from_artists',
  aboutArtistsAndMusic: 'about_artists_and_music',
} as const satisfies Record<keyof Permissions, keyof NoticePermissionRow>

/** What a listener allows; who never said so allows nothing (PROP-30). */
export async function readPermissions(db: Database, userId: string): Promise<Permissions> {
  const row = await db
    .selectFrom('notice_permissions')
    .select(['from_artists', 'about_artists_and_music'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { fromArtists: row?.from_artists === 1, aboutArtistsAndMusic: row?.about_artists_and_music === 1 }
}

/** Sets one switch and leaves the other. */
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
