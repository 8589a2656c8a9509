import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'

/** A member who follows an artist and allows push messages, emails or both. */
export interface Follower {
  readonly userId: string
  readonly followedAt: number
  readonly allowsEmail: boolean
  /** Devices for push messages; [] if the member does not allow them. */
  readonly deviceIds: readonly string[]
}

/**
 * One page of an artist's followers who allow notifications, in the order of their ids.
 * @param page `after`: id of the last follower of the page before, '' for the first page
 */
export async function readFollowers(
  db: Database,
  artistId: string,
  { followedBefore, after, limit }: { followedBefore: number; after: string; limit: number },
): Promise<Follower[]> {
  const rows = await db
    .selectFrom('follows')
    .innerJoin('notice_permissions', 'notice_permissions.user_id', 'follows.user_id')
    .select(['follows.user_id', 'followed_at', 'from_artists', 'about_artists_and_music'])
    .where('follows.artist_id', '=', artistId)
    .where('follows.followed_at', '<=', followedBefore)
    .where('follows.user_id', '>', after)
    .where(({ or, eb }) => or([eb('from_artists', '=', 1), eb('about_artists_and_music', '=', 1)]))
    .orderBy('follows.user_id')
    .limit(literal(limit))
    .execute()
  const devices = await readDeviceIds(
    db,
    rows.filter(row => row.from_artists === 1).map(row => row.user_id),
  )
  return rows.map(row => ({
    userId: row.user_id,
    followedAt: row.followed_at,
    allowsEmail: row.about_artists_and_music === 1,
    deviceIds: devices.get(row.user_id) ?? [],
  }))
}

async function readDeviceIds(db: Database, userIds: readonly string[]): Promise<Map<string, string[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'user_id'])
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .execute()
  const grouped = Map.groupBy(rows, row => row.user_id as string)
  return new Map(Array.from(grouped, ([userId, devices]) => [userId, devices.map(row => row.id)]))
}
