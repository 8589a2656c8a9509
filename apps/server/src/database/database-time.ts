import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * The database's own time in milliseconds since 1970, at the moment of the call and not of the transaction's start: the same
 * for all processes, whatever the clocks of their machines say.
 */
export function databaseTime(db: Database): RawBuilder<number> {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
}
