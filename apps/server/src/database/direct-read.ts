import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Database } from './tables.ts'

/** Runs a compiled read at once. */
export type DirectRead = (sql: string, parameters: readonly unknown[]) => unknown[]

const reads = new WeakMap<Database, DirectRead>()
const KEPT_STATEMENTS = 100

/**
 * Lets compiled reads of an embedded database pass the query builder's queue, on a connection of
 * their own: they see what is committed, and wait for no transaction under way.
 */
export function allowDirectReads(db: Database, sqlite: DatabaseSync): void {
  const statements = new Map<string, StatementSync>()
  reads.set(db, (sql, parameters) => {
    let statement = statements.get(sql)
    if (!statement) {
      statement = sqlite.prepare(sql)
      if (statements.size < KEPT_STATEMENTS) statements.set(sql, statement)
    }
    return statement.all(...(parameters as SQLInputValue[]))
  })
}

export function directRead(db: Database): DirectRead | undefined {
  return reads.get(db)
}
