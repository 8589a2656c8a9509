import { countLimits } from '@refrain/contract/limits'
import type { PlayedTracks } from '@refrain/contract/listening/plays'
import { literal } from '../database/literal.ts'
import type { Database, Transaction } from '../database/tables.ts'

/** @returns false if it was there already */
export async function insertPlayed(tx: Transaction, userId: string, trackId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('played_tracks')
    .values({ user_id: userId, track_id: trackId })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The tracks a listener has started, by the album each track is on now. */
export async function readPlayed(db: Database, userId: string): Promise<PlayedTracks> {
  const rows = await db
    .selectFrom('played_tracks')
    .innerJoin('tracks', 'tracks.id', 'played_tracks.track_id')
    .select(['tracks.id', 'tracks.album_id'])
    .where('played_tracks.user_id', '=', userId)
    .orderBy('tracks.album_id')
    .orderBy('tracks.id')
    .limit(literal(countLimits.playedTracks))
    .execute()
  const byAlbum = Map.groupBy(rows, row => row.album_id)
  return Object.fromEntries(Array.from(byAlbum, ([album, tracks]) => [album, tracks.map(({ id }) => id)]))
}
