import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const MAX_STATEMENTS = 500

/** All transactions write. With a deferred lock, one could fail halfway at its first write. */
const BEGIN_WRITING = 'begin immediate'

/** SQLite rolls back by itself on a full disk. An error of the second rollback would hide the cause. */
const NOTHING_TO_ROLL_BACK = { changes: 0, lastInsertRowid: 0 }

/**
 * Adapts `node:sqlite` to the interface that Kysely's SQLite dialect expects. Caches prepared statements: preparing costs
 * more than running most of our queries.
 */
export function nodeSqlite(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close() {
      statements.clear()
      database.close()
    },
    prepare(sql) {
      const cached = statements.get(sql)
      if (cached) return cached
      const statement = database.prepare(sql === 'begin' ? BEGIN_WRITING : sql)
      const wrapped: SqliteStatement = {
        reader: statement.columns().length > 0,
        all: parameters => statement.all(...bind(parameters)),
        run: parameters =>
          sql === 'rollback' && !database.isTransaction
            ? NOTHING_TO_ROLL_BACK
            : statement.run(...bind(parameters)),
        iterate: parameters => statement.iterate(...bind(parameters)) as IterableIterator<unknown>,
      }
      if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value as string)
      statements.set(sql, wrapped)
      return wrapped
    },
  }
}

/** Rejects objects: `node:sqlite` would take one as first parameter for named parameters and shift the rest. */
function bind(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map(value => {
    if (value === undefined) return null
    if (typeof value === 'boolean') return value ? 1 : 0
    if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
      throw new TypeError(`A ${value.constructor?.name} cannot be bound to a statement.`)
    }
    return value as SQLInputValue
  })
}
