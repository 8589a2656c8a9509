import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'

/** Somebody who follows an artist, and what they allow. */
export interface Follower {
  readonly userId: string
  readonly followedAt: number
  readonly allowsEmail: boolean
  /** Ids of the devices they are told on; none where they do not allow that. */
  readonly deviceIds: readonly string[]
}

/**
 * Some of those who followed an artist at an instant and allow to be told, in the order of their ids.
 * @param after the last of those before, '' for the first
 */
export async function readFollowers(
  db: Database,
  artistId: string,
  { at, after, most }: { at: number; after: string; most: number },
): Promise<Follower[]> {
  const rows = await db
    .selectFrom('follows')
    .innerJoin('notice_permissions', 'notice_permissions.user_id', 'follows.user_id')
    .select(['follows.user_id', 'followed_at', 'from_artists', 'about_artists_and_music'])
    .where('follows.artist_id', '=', artistId)
    .where('follows.followed_at', '<=', at)
    .where('follows.user_id', '>', after)
    .where(({ or, eb }) => or([eb('from_artists', '=', 1), eb('about_artists_and_music', '=', 1)]))
    .orderBy('follows.user_id')
    .limit(literal(most))
    .execute()
  const devices = await readDevicesOf(
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

async function readDevicesOf(db: Database, userIds: readonly string[]): Promise<Map<string, string[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'user_id'])
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .execute()
  const grouped = Map.groupBy(rows, row => row.user_id as string)
  return new Map(Array.from(grouped, ([userId, of]) => [userId, of.map(row => row.id)]))
}
