import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { QueryCounter } from './query-counter.ts'
import type { Database } from './tables.ts'

/** Runs a compiled query synchronously. */
export type DirectRead = (sql: string, parameters: readonly unknown[]) => unknown[]

const reads = new WeakMap<Database, DirectRead>()
const MAX_STATEMENTS = 100

/**
 * Runs compiled queries of an embedded database on a separate connection, past the query builder's queue. They see
 * committed data and do not wait for transactions.
 */
export function allowDirectReads(db: Database, sqlite: DatabaseSync, queries: QueryCounter): void {
  const statements = new LRUCache<string, StatementSync>({ max: MAX_STATEMENTS })
  reads.set(db, (sql, parameters) => {
    let statement = statements.get(sql)
    if (!statement) {
      statement = sqlite.prepare(sql)
      statements.set(sql, statement)
    }
    const startedAt = performance.now()
    const rows = statement.all(...(parameters as SQLInputValue[]))
    queries.add(performance.now() - startedAt)
    return rows
  })
}

export function directRead(db: Database): DirectRead | undefined {
  return reads.get(db)
}
