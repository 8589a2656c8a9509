import { type RawBuilder, sql } from 'kysely'

/**
 * Writes a trusted number into the statement instead of binding it. SQLite re-prepares a statement with a bound limit on
 * every execution (measured: 60 µs instead of 35 for an album's tracks).
 */
export function literal(value: number): RawBuilder<number> {
  return sql.lit(Math.trunc(value))
}
