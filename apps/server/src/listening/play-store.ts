import type { Database, Transaction } from '../database/tables.ts'

/** How long a track plays, in milliseconds; undefined where there is no such track. */
export async function readTrackDurationMs(db: Database, trackId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('tracks')
    .select(['true_samples', 'sample_rate'])
    .where('id', '=', trackId)
    .executeTakeFirst()
  return row && (row.true_samples / row.sample_rate) * 1000
}

/** True while there is such a listener. */
export async function userExists(db: Database, userId: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined
}

/**
 * Notes a play of a track unless one was counted after `latest`. One that lies further ahead of `now` than that lies
 * behind is of a clock that has been set back since. @returns whether it was noted
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
 * Notes a play of each album that there is and that was not played that day, nor on the next: other processes may be
 * there already. A later day is of a clock that has been set back since. @returns which were noted
 */
export async function recordAlbumPlays(
  tx: Transaction,
  userId: string,
  albumIds: readonly string[],
  day: number,
): Promise<string[]> {
  // In the same order for everybody: two that lock the same albums wait for each other in turn.
  const known = await tx
    .selectFrom('albums')
    .select('id')
    .where('id', 'in', [...new Set(albumIds)])
    .orderBy('id')
    .execute()
  if (known.length === 0) return []
  const noted = await tx
    .insertInto('counted_albums')
    .values(known.map(({ id }) => ({ user_id: userId, album_id: id, day })))
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'album_id'])
        .doUpdateSet({ day })
        .where(eb =>
          eb.or([eb('counted_albums.day', '<', day), eb('counted_albums.day', '>', eb.lit(day + 1))]),
        ),
    )
    .returning('album_id')
    .execute()
  return noted.map(row => row.album_id)
}

/**
 * The stored counts go up without the catalogue becoming another: what is kept of it stays good, and is told
 * anew within a minute (whole lists: 10 seconds).
 */
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
