import type { Database, Transaction } from '../database/tables.ts'

/** Undefined if there is no such track. */
export async function readTrackDurationMs(db: Database, trackId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('tracks')
    .select(['true_samples', 'sample_rate'])
    .where('id', '=', trackId)
    .executeTakeFirst()
  return row && (row.true_samples / row.sample_rate) * 1000
}

export async function userExists(db: Database, userId: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined
}

/**
 * Records a play unless one was counted after `latest`. A stored time too far in the future is ignored: the clock was set
 * back since.
 * @returns whether it was recorded
 */
export async function recordTrackPlay(
  tx: Transaction,
  userId: string,
  trackId: string,
  now: number,
  latest: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('counted_tracks')
    .values({ user_id: userId, track_id: trackId, counted_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'track_id'])
        .doUpdateSet({ counted_at: now })
        .where(eb =>
          eb.or([
            eb('counted_tracks.counted_at', '<=', Math.floor(latest)),
            eb('counted_tracks.counted_at', '>', Math.ceil(2 * now - latest)),
          ]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Records a play of each existing album without one on that day. A play on the next day counts too, since another
 * process's clock may be ahead; a later one is ignored: the clock was set back since.
 * @returns the albums recorded
 */
export async function recordAlbumPlays(
  tx: Transaction,
  userId: string,
  albumIds: readonly string[],
  day: number,
): Promise<string[]> {
  // A fixed order prevents deadlocks between concurrent calls.
  const known = await tx
    .selectFrom('albums')
    .select('id')
    .where('id', 'in', [...new Set(albumIds)])
    .orderBy('id')
    .execute()
  if (known.length === 0) return []
  const recorded = await tx
    .insertInto('counted_albums')
    .values(known.map(({ id }) => ({ user_id: userId, album_id: id, day })))
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'album_id'])
        .doUpdateSet({ day })
        .where(eb => eb.or([eb('counted_albums.day', '<', day), eb('counted_albums.day', '>', day + 1)])),
    )
    .returning('album_id')
    .execute()
  return recorded.map(row => row.album_id)
}

/** Does not change the catalogue's version: cached responses show the new count within a minute (lists: 10 s). */
export async function incrementTrackPlays(tx: Transaction, trackId: string): Promise<void> {
  await tx
    .updateTable('tracks')
    .set(eb => ({ play_count: eb('play_count', '+', 1) }))
    .where('id', '=', trackId)
    .execute()
}

export async function incrementAlbumPlays(tx: Transaction, albumIds: readonly string[]): Promise<void> {
  if (albumIds.length === 0) return
  await tx
    .updateTable('albums')
    .set(eb => ({ play_count: eb('play_count', '+', 1) }))
    .where('id', 'in', albumIds)
    .execute()
}
