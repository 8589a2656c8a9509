import type { Database, Transaction } from '../../database/tables.ts'

/** What a play of a track changes. */
export interface PlayableTrack {
  readonly id: string
  readonly artist_id: string
  /** Milliseconds. */
  readonly duration: number
  readonly genreIds: readonly string[]
}

/** Tracks by id; unknown ones are missing. For some hundreds of ids. */
export async function readPlayableTracks(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, PlayableTrack>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tracks')
    .select(['id', 'artist_id', 'true_samples', 'sample_rate'])
    .where('id', 'in', ids)
    .execute()
  const links = await db
    .selectFrom('track_genres')
    .select(['track_id', 'genre_id'])
    .where('track_id', 'in', ids)
    .orderBy('position')
    .execute()
  const genres = Map.groupBy(links, link => link.track_id)
  return new Map(
    rows.map(({ id, artist_id, true_samples, sample_rate }) => [
      id,
      {
        ...{ id, artist_id, duration: (true_samples / sample_rate) * 1000 },
        genreIds: (genres.get(id) ?? []).map(link => link.genre_id),
      },
    ]),
  )
}

/** When plays of these tracks were last counted for a listener, by id. For some hundreds of ids. */
export async function readLastCounted(
  db: Database,
  userId: string,
  trackIds: readonly string[],
): Promise<Map<string, number>> {
  if (trackIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('counted_tracks')
    .select(['track_id', 'counted_at'])
    .where('user_id', '=', userId)
    .where('track_id', 'in', trackIds)
    .execute()
  return new Map(rows.map(row => [row.track_id, row.counted_at]))
}

/** Makes a time the last at which the track was counted, unless there is a later one. */
export async function raiseLastCounted(
  tx: Transaction,
  userId: string,
  trackId: string,
  at: number,
): Promise<void> {
  await tx
    .insertInto('counted_tracks')
    .values({ user_id: userId, track_id: trackId, counted_at: at })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'track_id'])
        .doUpdateSet({ counted_at: at })
        .where('counted_tracks.counted_at', '<', at),
    )
    .execute()
}
