import { hostname } from 'node:os'
import { PRODUCT_NAME } from '@refrain/contract/product'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { CONNECTIONS, type ConnectionKind, type ConnectionScheduler } from './connection-scheduler.ts'

/** Counts and instants fit a number; the driver would give strings. */
const INT8 = 20
pg.types.setTypeParser(INT8, Number)

/** Longer than PostgreSQL takes to find a deadlock (1 s): of those one side goes on. */
const LOCK_WAIT_MS = 1_500

/** Called when an idle connection breaks. */
export type ConnectionErrorHandler = (error: Error) => void

/** Connections that break are replaced. A statement ends after 5 s, its wait for a lock after 1.5 s. */
export function createPool(
  connectionString: string,
  connections: number,
  onConnectionError: ConnectionErrorHandler,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    statement_timeout: 5_000,
    lock_timeout: LOCK_WAIT_MS,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    // Shown in pg_stat_activity, and to whoever waits for a lock that this process holds.
    fallback_application_name: `${PRODUCT_NAME} ${process.pid} on ${hostname()}`,
  })
  // Without a listener a restart of the database server ends this process.
  pool.on('error', onConnectionError)
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** A pool for one kind of work, whose connections are handed out in turn. */
export function createSharedPool(
  connectionString: string,
  kind: ConnectionKind,
  turns: ConnectionScheduler,
  onConnectionError: ConnectionErrorHandler,
): PostgresPool {
  const pool = createPool(connectionString, CONNECTIONS[kind], onConnectionError)
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const giveBack = await turns.acquire(kind)
      try {
        const client = await pool.connect()
        const { release } = client
        client.release = error => {
          release(error)
          giveBack()
        }
        return client
      } catch (error) {
        giveBack()
        throw error
      }
    },
  }
}
