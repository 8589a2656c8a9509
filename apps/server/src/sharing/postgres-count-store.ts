import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { CountStore, SharedCount } from './count-store.ts'

const CLEAN_INTERVAL_MS = 60_000

/** Counts in PostgreSQL, by its clock. `rate_counts` is not logged: a crash of the database empties it. */
export function createPostgresCountStore(db: Database): CountStore {
  let cleanedAt = performance.now()
  return {
    async add(changes) {
      // In one order in every process: two batches never wait for each other.
      const sorted = changes.toSorted((a, b) => (a.key < b.key ? -1 : 1))
      const { rows } = await sql<SharedCount & { key: string }>`
        insert into rate_counts as present (key, count, until)
        select key, added, clock_timestamp() + ms * interval '1 millisecond'
        from unnest(
          ${sorted.map(each => each.key)}::text[],
          ${sorted.map(each => each.add)}::integer[],
          ${sorted.map(each => Math.ceil(each.msLeft))}::integer[]
        ) as given (key, added, ms)
        on conflict (key) do update set
          count = case when present.until > clock_timestamp() then present.count else 0 end + excluded.count,
          until = case when present.until > clock_timestamp() then present.until else excluded.until end
        returning key, greatest(0, count) as count,
          greatest(0, extract(epoch from until - clock_timestamp()) * 1000)::float8 as "msLeft"`.execute(db)
      if (performance.now() - cleanedAt > CLEAN_INTERVAL_MS) {
        cleanedAt = performance.now()
        await deleteEnded(db)
      }
      const byKey = new Map(rows.map(row => [row.key, row]))
      return changes.map(({ key }) => byKey.get(key) as SharedCount)
    },
  }
}

/** Skips rows that another process is counting in: waiting for each other's rows could end in a deadlock. */
async function deleteEnded(db: Database): Promise<void> {
  await sql`
    delete from rate_counts where key in
      (select key from rate_counts where until <= clock_timestamp() for update skip locked)`.execute(db)
}
