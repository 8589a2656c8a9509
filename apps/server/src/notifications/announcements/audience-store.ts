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

/** Ids of all members who allow emails about artists and music, or of one member if they do. */
export async function readEmailAudience(db: Database, userId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notice_permissions')
    .select('user_id')
    .where('about_artists_and_music', '=', 1)
    .$if(userId !== undefined, query => query.where('user_id', '=', userId as string))
    .orderBy('user_id')
    .execute()
  return rows.map(row => row.user_id)
}
