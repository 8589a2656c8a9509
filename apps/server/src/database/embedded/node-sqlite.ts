import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'

const MAX_STATEMENTS = 500

/** Statements after which there may be something to flush. */
const WRITING =
  /\b(insert|update|delete|replace|create|alter|drop|commit|end|release|vacuum|analyze|reindex|user_version)\b/i

/** All transactions write. With a deferred lock, one could fail halfway at its first write. */
const BEGIN_WRITING = 'begin immediate'

/** SQLite rolls back by itself on a full disk. An error of the second rollback would hide the cause. */
const NOTHING_TO_ROLL_BACK = { changes: 0, lastInsertRowid: 0 }

/**
 * Adapts `node:sqlite` to the interface that Kysely's SQLite dialect expects. Caches prepared statements: preparing costs
 * more than running most of our queries.
 * @param onWrite called after each statement that may have changed something
 */
export function nodeSqlite(database: DatabaseSync, onWrite: () => void = () => {}): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: MAX_STATEMENTS })
  return {
    close() {
      statements.clear()
      database.close()
    },
    prepare(sql) {
      const cached = statements.get(sql)
      if (cached) return cached
      const statement = database.prepare(sql === 'begin' ? BEGIN_WRITING : sql)
      const noteWrite = WRITING.test(sql) ? onWrite : () => {}
      const wrapped: SqliteStatement = {
        reader: statement.columns().length > 0,
        all(parameters) {
          const rows = statement.all(...bind(parameters))
          noteWrite()
          return rows
        },
        run(parameters) {
          if (sql === 'rollback' && !database.isTransaction) return NOTHING_TO_ROLL_BACK
          const result = statement.run(...bind(parameters))
          noteWrite()
          return result
        },
        iterate: parameters => statement.iterate(...bind(parameters)) as IterableIterator<unknown>,
      }
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
