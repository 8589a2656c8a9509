import type { DatabaseSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { nodeSqlite } from './node-sqlite.ts'

/**
 * Kysely's SQLite dialect for one connection, whose writes are acknowledged after `flush`. Others use the connection
 * meanwhile, so a slow disk delays only those who write.
 */
export function embeddedDialect(database: DatabaseSync, flush: () => Promise<void>): Dialect {
  return {
    createDriver: () => new EmbeddedDriver(database, flush),
    createAdapter: () => new EmbeddedAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

/** Lets the driver below decide who gets the connection: Kysely would keep it until the flush has ended. */
class EmbeddedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Acknowledges writes when the connection is released. Kysely ignores errors of that for controlled transactions and
 * queries with a signal, so nothing that writes may use these: checks/sql.test.ts.
 */
class EmbeddedDriver extends SqliteDriver {
  readonly #flush: () => Promise<void>
  /** Whether the current holder of the connection has written. */
  readonly #changes: { isPending: boolean }
  /** Resolves when the connection is free. */
  #free: Promise<void> = Promise.resolve()
  #release = () => {}

  constructor(database: DatabaseSync, flush: () => Promise<void>) {
    const changes = { isPending: false }
    super({
      database: nodeSqlite(database, () => {
        changes.isPending = true
      }),
    })
    this.#changes = changes
    this.#flush = flush
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#free = promise
    await before
    this.#release = resolve
    return super.acquireConnection()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection)
    this.#changes.isPending = false
  }

  override async releaseConnection(): Promise<void> {
    const { isPending } = this.#changes
    this.#changes.isPending = false
    this.#release()
    if (isPending) await this.#flush()
  }
}
