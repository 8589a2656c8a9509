import { sql } from 'kysely'
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

/** A counted play: its time in epoch milliseconds, and how long the track lasts. */
export interface CountedPlay {
  readonly track_id: string
  readonly played_at: number
  readonly duration: number
}

/** A listener's counted plays between two times, both included. */
export async function readCountedPlays(
  db: Database,
  userId: string,
  from: number,
  to: number,
): Promise<CountedPlay[]> {
  return db
    .selectFrom('counted_plays')
    .innerJoin('tracks', 'tracks.id', 'counted_plays.track_id')
    .select([
      'counted_plays.track_id',
      'counted_plays.played_at',
      sql<number>`tracks.true_samples * 1000.0 / tracks.sample_rate`.as('duration'),
    ])
    .where('counted_plays.user_id', '=', userId)
    .where('counted_plays.played_at', '>=', from)
    .where('counted_plays.played_at', '<=', to)
    .execute()
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

/** Stores a play that was counted. @param isReported whether a client reported it afterwards, with its time */
export async function insertCountedPlay(
  tx: Transaction,
  userId: string,
  trackId: string,
  at: number,
  isReported: boolean,
): Promise<void> {
  await tx
    .insertInto('counted_plays')
    .values({ user_id: userId, track_id: trackId, played_at: at, reported: Number(isReported) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Whether a client has reported a play of the track at this time or later. */
export async function hasReportedPlay(
  db: Database,
  userId: string,
  trackId: string,
  since: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('counted_plays')
    .select('played_at')
    .where('user_id', '=', userId)
    .where('track_id', '=', trackId)
    .where('played_at', '>=', Math.floor(since))
    .where('reported', '=', 1)
    .executeTakeFirst()
  return row !== undefined
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

/** Deletes a listener's plays before a time: nothing compares with them any more. */
export async function deleteOldPlays(tx: Transaction, userId: string, before: number): Promise<void> {
  await tx.deleteFrom('counted_plays').where('user_id', '=', userId).where('played_at', '<', before).execute()
}
