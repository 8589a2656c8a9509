import type { Artist } from '@refrain/contract/catalogue/artists'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { countLimits } from '@refrain/contract/limits'
import { sql } from 'kysely'
import { artistColumns, toArtist, toTrack } from '../../catalogue/records.ts'
import { selectTracks } from '../../catalogue/track-store.ts'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'

/** Ids of the artists a listener follows, most recently followed first. */
export async function readFollowedIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('follows')
    .select('artist_id')
    .where('user_id', '=', userId)
    .orderBy('followed_at', 'desc')
    .orderBy('artist_id')
    .execute()
  return rows.map(row => row.artist_id)
}

/** The artists a listener follows, most recently followed first; at most as many as one response may hold. */
export async function readFollowedArtists(db: Database, userId: string): Promise<Artist[]> {
  const rows = await db
    .selectFrom('follows')
    .innerJoin('artists', 'artists.id', 'follows.artist_id')
    .select(artistColumns.map(name => `artists.${name}` as const))
    .where('follows.user_id', '=', userId)
    .orderBy('follows.followed_at', 'desc')
    .orderBy('follows.artist_id')
    .limit(literal(countLimits.followedArtists))
    .execute()
  return rows.map(toArtist)
}

/** From this many follows on, walking tracks by play count is faster than sorting all tracks of the artists. */
export const MANY_FOLLOWS = 200

/** The most played tracks by any of the followed artists, ties by title. */
export async function readTopTracks(
  db: Database,
  userId: string,
  follows: number,
  manyFollows = MANY_FOLLOWS,
): Promise<Track[]> {
  if (follows === 0) return []
  const ofFollowed = db
    .selectFrom('follows')
    .innerJoin('track_artists', 'track_artists.artist_id', 'follows.artist_id')
    .select('track_artists.track_id')
    .where('follows.user_id', '=', userId)
  const rows = await selectTracks(db)
    .where('tracks.available', '=', 1)
    .where(({ eb, exists }) =>
      follows < manyFollows
        ? eb('tracks.id', 'in', ofFollowed)
        : exists(ofFollowed.where('track_artists.track_id', '=', sql.ref<string>('tracks.id'))),
    )
    .orderBy('tracks.play_count', 'desc')
    .orderBy('tracks.sort_title')
    .orderBy('tracks.id')
    .limit(literal(countLimits.followedTracks))
    .execute()
  return rows.map(toTrack)
}

/** Undefined if there is no such artist. */
export async function readFollowerCount(db: Database, artistId: string): Promise<number | undefined> {
  const row = await db.selectFrom('artists').select('followers').where('id', '=', artistId).executeTakeFirst()
  return row?.followers
}

export async function countFollows(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('follows')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** @returns false if the listener followed already */
export async function insertFollow(
  tx: Transaction,
  userId: string,
  artistId: string,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('follows')
    .values({ user_id: userId, artist_id: artistId, followed_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false if the listener did not follow */
export async function deleteFollow(tx: Transaction, userId: string, artistId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('follows')
    .where('user_id', '=', userId)
    .where('artist_id', '=', artistId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Changes the stored count. Like play counts, it does not change the catalogue's version. */
export async function changeFollowerCount(tx: Transaction, artistId: string, change: 1 | -1): Promise<void> {
  await tx
    .updateTable('artists')
    .set(eb => ({ followers: eb('followers', '+', change) }))
    .where('id', '=', artistId)
    .execute()
}

/** Deletes a listener's follows and corrects the artists' counts. */
export async function deleteFollows(tx: Transaction, userId: string): Promise<void> {
  await tx
    .updateTable('artists')
    .set(eb => ({ followers: eb('followers', '-', 1) }))
    .where('id', 'in', eb => eb.selectFrom('follows').select('artist_id').where('user_id', '=', userId))
    .execute()
  await tx.deleteFrom('follows').where('user_id', '=', userId).execute()
}
