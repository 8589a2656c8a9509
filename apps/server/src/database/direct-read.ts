import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { QueryCounter } from './query-counter.ts'
import type { Database } from './tables.ts'

/** Runs a compiled query synchronously. */
export type DirectRead = (sql: string, parameters: readonly unknown[]) => unknown[]

interface Prepared {
  readonly statement: StatementSync
  readonly columns: readonly string[]
}

const reads = new WeakMap<Database, DirectRead>()
const MAX_STATEMENTS = 100

/**
 * Runs compiled queries of an embedded database on a separate connection, past the query builder's queue. They see
 * committed data and do not wait for transactions.
 */
export function allowDirectReads(db: Database, sqlite: DatabaseSync, queries: QueryCounter): void {
  const statements = new LRUCache<string, Prepared>({ max: MAX_STATEMENTS })
  reads.set(db, (sql, parameters) => {
    let prepared = statements.get(sql)
    if (!prepared) {
      prepared = prepare(sqlite, sql)
      statements.set(sql, prepared)
    }
    const { statement, columns } = prepared
    const startedAt = performance.now()
    const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as SQLOutputValue[][]
    queries.add(performance.now() - startedAt)
    return rows.map(values => toRow(columns, values))
  })
}

/** Measured, rows as arrays that become objects here, and what reads these, take 60 % of the time of the driver's objects. */
function prepare(sqlite: DatabaseSync, sql: string): Prepared {
  const statement = sqlite.prepare(sql)
  statement.setReturnArrays(true)
  return { statement, columns: statement.columns().map(({ name }) => name) }
}

function toRow(
  columns: readonly string[],
  values: readonly SQLOutputValue[],
): Record<string, SQLOutputValue> {
  const row: Record<string, SQLOutputValue> = {}
  for (let n = 0; n < columns.length; n++) row[columns[n] as string] = values[n] as SQLOutputValue
  return row
}

export function directRead(db: Database): DirectRead | undefined {
  return reads.get(db)
}
