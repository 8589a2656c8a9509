import type { Database } from '../../database/tables.ts'

/** Devices of all members who allow push messages from artists, or of one member if they do. */
export async function readPushAudience(db: Database, userId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('notice_permissions', 'notice_permissions.user_id', 'devices.user_id')
    .select('devices.id')
    .where('from_artists', '=', 1)
    .$if(userId !== undefined, query => query.where('devices.user_id', '=', userId as string))
    .orderBy('devices.id')
    .execute()
  return rows.map(row => row.id)
}

/** Ids of all members who allow emails about artists and music and have verified their address, or of one if they do. */
export async function readEmailAudience(db: Database, userId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notice_permissions')
    .innerJoin('users', 'users.id', 'notice_permissions.user_id')
    .select('notice_permissions.user_id')
    .where('about_artists_and_music', '=', 1)
    .where('email_verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .$if(userId !== undefined, query => query.where('notice_permissions.user_id', '=', userId as string))
    .orderBy('notice_permissions.user_id')
    .execute()
  return rows.map(row => row.user_id)
}
