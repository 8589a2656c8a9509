import type { ArchiveList } from '@refrain/contract/library/archive'
import { countLimits } from '@refrain/contract/limits'
import { sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Transaction } from '../../database/tables.ts'

/** A row of a listener's list. */
export interface Item {
  readonly id: string
  /** In the unit of the list's column. */
  readonly at: number
}

/** Where the lists with times are stored. */
const TABLES = {
  interestedArtists: { table: 'interested_artists', id: 'artist_id', at: 'heard_at' },
  interestedGenres: { table: 'interested_genres', id: 'genre_id', at: 'heard_at' },
  countedTracks: { table: 'counted_tracks', id: 'track_id', at: 'counted_at' },
  countedAlbums: { table: 'counted_albums', id: 'album_id', at: 'day' },
} as const
type TimedList = keyof typeof TABLES

const RECORDS = {
  following: 'artists',
  interestedArtists: 'artists',
  interestedGenres: 'genres',
  countedTracks: 'tracks',
  countedAlbums: 'albums',
  playedTracks: 'tracks',
  keptAlbums: 'albums',
  ratedTracks: 'tracks',
  ratedAlbums: 'albums',
  ratedArtists: 'artists',
} as const satisfies Record<ArchiveList, string>

/** The ids of a list that the catalogue has, sorted: concurrent imports lock rows in the same order. */
export async function filterExisting(
  tx: Transaction,
  list: ArchiveList,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.selectFrom(RECORDS[list]).select('id').where('id', 'in', ids).orderBy('id').execute()
  return rows.map(row => row.id)
}

/** Inserts items; of two times the later one stays. @returns how many are new or later */
export async function upsertTimed(
  tx: Transaction,
  list: TimedList,
  userId: string,
  items: readonly Item[],
): Promise<number> {
  const { table, id, at } = TABLES[list]
  const rows = items.map(item => sql`(${userId}, ${item.id}, ${item.at})`)
  const { rows: changed } = await sql`
    insert into ${sql.table(table)} (user_id, ${sql.ref(id)}, ${sql.ref(at)}) values ${sql.join(rows)}
    on conflict (user_id, ${sql.ref(id)}) do update set ${sql.ref(at)} = excluded.${sql.ref(at)}
    where ${sql.table(table)}.${sql.ref(at)} < excluded.${sql.ref(at)}
    returning ${sql.ref(id)}`.execute(tx)
  return changed.length
}

/** Deletes the oldest interests beyond the limit. @returns how many */
export async function trimInterests(
  tx: Transaction,
  list: 'interestedArtists' | 'interestedGenres',
  userId: string,
): Promise<number> {
  const { table, id, at } = TABLES[list]
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where user_id = ${userId} and ${sql.ref(id)} not in (
      select ${sql.ref(id)} from ${sql.table(table)} where user_id = ${userId}
      order by ${sql.ref(at)} desc, ${sql.ref(id)} limit ${sql.lit(countLimits.interests)}
    )`.execute(tx)
  return Number(numAffectedRows)
}

/** @returns how many are new */
export async function insertPlayedTracks(
  tx: Transaction,
  userId: string,
  trackIds: readonly string[],
): Promise<number> {
  const rows = await tx
    .insertInto('played_tracks')
    .values(trackIds.map(track_id => ({ user_id: userId, track_id })))
    .onConflict(conflict => conflict.doNothing())
    .returning('track_id')
    .execute()
  return rows.length
}

/** Which of the artists the listener follows. */
export async function readFollowed(
  tx: Transaction,
  userId: string,
  artistIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('follows')
    .select('artist_id')
    .where('user_id', '=', userId)
    .where('artist_id', 'in', artistIds)
    .limit(literal(countLimits.archiveBatch))
    .execute()
  return new Set(rows.map(row => row.artist_id))
}

/** Inserts follows that do not exist, and counts them at the artists. */
export async function insertFollows(
  tx: Transaction,
  userId: string,
  follows: readonly Item[],
): Promise<void> {
  await tx
    .insertInto('follows')
    .values(follows.map(({ id, at }) => ({ user_id: userId, artist_id: id, followed_at: at })))
    .execute()
  await tx
    .updateTable('artists')
    .set(eb => ({ followers: eb('followers', '+', 1) }))
    .where(
      'id',
      'in',
      follows.map(follow => follow.id),
    )
    .execute()
}
