import type { RatedKind } from '@refrain/contract/library/ratings'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/tables.ts'

const RECORDS = { track: 'tracks', album: 'albums', artist: 'artists' } as const satisfies Record<
  RatedKind,
  string
>

export interface Rating {
  readonly id: string
  readonly rating: number
  /** Epoch milliseconds. */
  readonly ratedAt: number
}

const IDS = { track: 'track_id', album: 'album_id', artist: 'artist_id' } as const

const namesOf = (kind: RatedKind) => ({ table: sql.table(`${kind}_ratings`), id: sql.ref(IDS[kind]) })

/** A listener's ratings of one kind, most recent first. */
export async function readRatings(db: Database, userId: string, kind: RatedKind): Promise<Rating[]> {
  const { table, id } = namesOf(kind)
  const { rows } = await sql<Rating>`
    select ${id} as id, rating, rated_at as "ratedAt" from ${table} where user_id = ${userId}
    order by rated_at desc, ${id}`.execute(db)
  return rows
}

/** A listener's ratings of these records, by id; those without a rating are missing. For some hundreds of ids. */
export async function readRatingsOf(
  db: Database,
  userId: string,
  kind: RatedKind,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { table, id } = namesOf(kind)
  const { rows } = await sql<{ id: string; rating: number }>`
    select ${id} as id, rating from ${table} where user_id = ${userId} and ${id} in (${sql.join(ids)})`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row.rating]))
}

export async function countRatings(db: Database, userId: string, kind: RatedKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${namesOf(kind).table} where user_id = ${userId}`.execute(db)
  return Number(rows[0]!.count)
}

/** Which of the records exist. For some hundreds of ids. */
export async function filterRatable(
  db: Database,
  kind: RatedKind,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom(RECORDS[kind]).select('id').where('id', 'in', ids).orderBy('id').execute()
  return rows.map(row => row.id)
}

/** Stores ratings of existing records, at most CHUNK_SIZE; of two, the later one stays. @returns how many are new or later */
export async function upsertRatings(
  tx: Transaction,
  userId: string,
  kind: RatedKind,
  ratings: readonly Rating[],
): Promise<number> {
  if (ratings.length === 0) return 0
  const { table, id } = namesOf(kind)
  const rows = ratings.map(rated => sql`(${userId}, ${rated.id}, ${rated.rating}, ${rated.ratedAt})`)
  const { rows: changed } = await sql`
    insert into ${table} (user_id, ${id}, rating, rated_at) values ${sql.join(rows)}
    on conflict (user_id, ${id}) do update set rating = excluded.rating, rated_at = excluded.rated_at
    where ${table}.rated_at <= excluded.rated_at and ${table}.rating <> excluded.rating
      or ${table}.rated_at < excluded.rated_at
    returning ${id}`.execute(tx)
  return changed.length
}

/** Rates others as an artist is rated, at the same times, where their listeners have not rated them already. */
export async function copyRatings(
  tx: Transaction,
  artistId: string,
  successors: readonly string[],
): Promise<void> {
  for (const successor of successors) {
    await tx
      .insertInto('artist_ratings')
      .columns(['user_id', 'artist_id', 'rating', 'rated_at'])
      .expression(eb =>
        eb
          .selectFrom('artist_ratings')
          .select(['user_id', sql.val(successor).as('artist_id'), 'rating', 'rated_at'])
          .where('artist_id', '=', artistId),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

export async function deleteRating(
  tx: Transaction,
  userId: string,
  kind: RatedKind,
  itemId: string,
): Promise<void> {
  const { table, id } = namesOf(kind)
  await sql`delete from ${table} where user_id = ${userId} and ${id} = ${itemId}`.execute(tx)
}
