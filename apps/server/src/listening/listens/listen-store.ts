import { sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'

/** A counted play: its time in epoch milliseconds, and how long the track lasts. */
export interface CountedPlay {
  readonly track_id: string
  readonly played_at: number
  readonly duration: number
}

/** A listener's counted plays between two times, both included, also those of tracks that have left the catalogue. */
export async function readCountedPlays(
  db: Database,
  userId: string,
  from: number,
  to: number,
): Promise<CountedPlay[]> {
  const rows = await db
    .selectFrom('counted_plays')
    .innerJoin('listen_users', 'listen_users.number', 'counted_plays.listener')
    .innerJoin('listen_tracks', 'listen_tracks.number', 'counted_plays.track')
    .leftJoin('tracks', 'tracks.id', 'listen_tracks.track_id')
    .select([
      'listen_tracks.track_id',
      'counted_plays.played_at',
      'tracks.true_samples',
      'tracks.sample_rate',
      'listen_tracks.duration_ms',
    ])
    .where('listen_users.user_id', '=', userId)
    .where('counted_plays.played_at', '>=', from)
    .where('counted_plays.played_at', '<=', to)
    .execute()
  return rows.map(({ track_id, played_at, true_samples, sample_rate, duration_ms }) => ({
    ...{ track_id, played_at },
    duration: true_samples && sample_rate ? (true_samples / sample_rate) * 1000 : duration_ms,
  }))
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
    .innerJoin('listen_users', 'listen_users.number', 'counted_plays.listener')
    .innerJoin('listen_tracks', 'listen_tracks.number', 'counted_plays.track')
    .select('counted_plays.played_at')
    .where('listen_users.user_id', '=', userId)
    .where('counted_plays.played_at', '>=', Math.floor(since))
    .where('counted_plays.reported', '=', 1)
    .where('listen_tracks.track_id', '=', trackId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Since when a listener's plays can be compared with the stored ones: the last deletion of all of them or, where the limit is
 * reached, the oldest that is left. Epoch milliseconds.
 */
export async function readComparableSince(db: Database, userId: string, most: number): Promise<number> {
  const listener = await db
    .selectFrom('listen_users')
    .select(['number', 'listens', 'deleted_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!listener) return 0
  if (listener.listens < most) return listener.deleted_at
  const oldest = await db
    .selectFrom('counted_plays')
    .select('played_at')
    .where('listener', '=', listener.number)
    .orderBy('played_at')
    .limit(1)
    .executeTakeFirst()
  return Math.max(listener.deleted_at, oldest?.played_at ?? 0)
}

/** A listen as its listener receives it. */
export interface Listen {
  readonly trackId: string
  readonly title: string
  readonly playedAt: number
  readonly client: string
  readonly secondsHeard: number | null
}

/**
 * A page of a listener's listens before a time, newest first. The page is cut before anything is joined to it: PostgreSQL joined
 * and sorted all earlier listens for each page.
 */
export async function readListens(
  db: Database,
  userId: string,
  before: number,
  most: number,
): Promise<Listen[]> {
  return db
    .selectFrom(eb =>
      eb
        .selectFrom('counted_plays')
        .select(['listener', 'track', 'client', 'played_at', 'seconds_heard'])
        .where('listener', '=', eb.selectFrom('listen_users').select('number').where('user_id', '=', userId))
        .where('played_at', '<', before)
        .orderBy('played_at', 'desc')
        .limit(literal(most))
        .as('plays'),
    )
    .innerJoin('listen_tracks', 'listen_tracks.number', 'plays.track')
    .leftJoin('tracks', 'tracks.id', 'listen_tracks.track_id')
    .leftJoin('listen_clients', join =>
      join
        .onRef('listen_clients.listener', '=', 'plays.listener')
        .onRef('listen_clients.number', '=', 'plays.client'),
    )
    .select(eb => [
      'listen_tracks.track_id as trackId',
      eb.fn.coalesce('tracks.title', 'listen_tracks.title').as('title'),
      'plays.played_at as playedAt',
      eb.fn.coalesce('listen_clients.name', sql.lit('')).as('client'),
      'plays.seconds_heard as secondsHeard',
    ])
    .orderBy('plays.played_at', 'desc')
    .execute()
}

/** Descriptions of listened tracks that have left the catalogue, by id. For some hundreds. */
export async function readListenedTracks(db: Database, ids: readonly string[]) {
  return db
    .selectFrom('listen_tracks')
    .select([
      'track_id as id',
      'audio_id as audioId',
      'mbid',
      'title',
      'artist_name as artistName',
      'album_title as albumTitle',
      'album_mbid as albumMbid',
    ])
    .where('track_id', 'in', ids)
    .execute()
}

/** Some listeners with listens before a time, in the order of their numbers, from after a number. */
export async function readListenersWithOld(db: Database, after: number, before: number, most: number) {
  return db
    .selectFrom('listen_users')
    .select(['number', 'user_id'])
    .where('number', '>', after)
    .where(eb =>
      eb(
        eb
          .selectFrom('counted_plays')
          .select(play => play.fn.min('played_at').as('oldest'))
          .whereRef('counted_plays.listener', '=', 'listen_users.number'),
        '<',
        before,
      ),
    )
    .orderBy('number')
    .limit(literal(most))
    .execute()
}
