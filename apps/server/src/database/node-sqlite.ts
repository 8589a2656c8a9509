import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const CACHED_STATEMENTS = 500

/** Every transaction writes: one that took the lock only at its first write could fail there, halfway. */
const BEGIN_WRITING = 'begin immediate'

/** A full disk ends a transaction by itself; that it cannot be rolled back any more must not hide the cause. */
const NOTHING_TO_ROLL_BACK = { changes: 0, lastInsertRowid: 0 }

/**
 * Lets Kysely's SQLite dialect, made for another driver, speak to `node:sqlite`.
 * Keeps prepared statements, since preparing costs more than most of our reads.
 */
export function nodeSqlite(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close() {
      statements.clear()
      database.close()
    },
    prepare(sql) {
      const kept = statements.get(sql)
      if (kept) return kept
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
      if (statements.size >= CACHED_STATEMENTS) statements.delete(statements.keys().next().value as string)
      statements.set(sql, wrapped)
      return wrapped
    },
  }
}

/** `node:sqlite` takes an object as first value for named parameters and shifts the rest: such values are refused. */
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
