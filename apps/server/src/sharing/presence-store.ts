import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** A listener who used a process. */
export interface SharedListener {
  /** Tells listeners apart; stored as a hash. */
  readonly key: string
  /** Milliseconds since the last request. */
  readonly seenAgo: number
  /** Milliseconds since audio was last sent; null if none was. */
  readonly streamedAgo: number | null
}

/** Stores who used this process, by the clock of PostgreSQL. `presence` is not logged: a crash of the database empties it. */
export async function storePresence(db: Database, listeners: readonly SharedListener[]): Promise<void> {
  if (listeners.length === 0) return
  // In one order in every process: two batches never wait for each other.
  const sorted = listeners.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  await sql`
    insert into presence as known (key, seen_at, streamed_at)
    select key, clock_timestamp() - seen * interval '1 millisecond',
      clock_timestamp() - streamed * interval '1 millisecond'
    from unnest(
      ${sorted.map(each => each.key)}::text[],
      ${sorted.map(each => Math.round(each.seenAgo))}::integer[],
      ${sorted.map(each => (each.streamedAgo === null ? null : Math.round(each.streamedAgo)))}::integer[]
    ) as given (key, seen, streamed)
    on conflict (key) do update set
      seen_at = greatest(known.seen_at, excluded.seen_at),
      streamed_at = greatest(known.streamed_at, excluded.streamed_at)`.execute(db)
}

/** Counts the listeners of all processes. */
export async function countPresence(db: Database, withinMs: number) {
  const { rows } = await sql<{ listeners: number; streams: number }>`
    select count(*)::integer as listeners,
      (count(*) filter (where streamed_at > clock_timestamp() - ${withinMs} * interval '1 millisecond'))::integer
        as streams
    from presence where seen_at > clock_timestamp() - ${withinMs} * interval '1 millisecond'`.execute(db)
  return rows[0] ?? { listeners: 0, streams: 0 }
}

/**
 * Deletes those who have been away for long, and others. Skips rows that another process is writing: waiting for each
 * other's rows could end in a deadlock.
 * @param others hashes
 */
export async function deletePresence(
  db: Database,
  olderThanMs: number,
  others: readonly string[],
): Promise<void> {
  await sql`
    delete from presence where key in (
      select key from presence where seen_at <= clock_timestamp() - ${olderThanMs} * interval '1 millisecond'
        or key = any(${others}::text[])
      for update skip locked
    )`.execute(db)
}
