import { hostname } from 'node:os'
import { PRODUCT_NAME } from '@refrain/contract/product'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { CONNECTIONS, type ConnectionKind, type ConnectionScheduler } from './connection-scheduler.ts'

/** Counts and times fit a number; the driver would return strings. */
const INT8 = 20
pg.types.setTypeParser(INT8, Number)

/** Longer than PostgreSQL's deadlock timeout (1 s), which resolves deadlocks by cancelling one side. */
const LOCK_TIMEOUT_MS = 1_500

/** Shown in pg_stat_activity, and logged by processes waiting for a lock of this one. */
export const APPLICATION_NAME = `${PRODUCT_NAME} ${process.pid} on ${hostname()}`

/** Called when an idle connection breaks. */
export type ConnectionErrorHandler = (error: Error) => void

/** Replaces broken connections. Statements time out after 5 s, waits for locks after 1.5 s. */
export function createPool(
  connectionString: string,
  connections: number,
  onConnectionError: ConnectionErrorHandler,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    statement_timeout: 5_000,
    lock_timeout: LOCK_TIMEOUT_MS,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    fallback_application_name: APPLICATION_NAME,
  })
  // Without a listener, a restart of the database server would end this process.
  pool.on('error', onConnectionError)
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** A pool whose connections the scheduler grants. */
export function createSharedPool(
  connectionString: string,
  kind: ConnectionKind,
  scheduler: ConnectionScheduler,
  onConnectionError: ConnectionErrorHandler,
): PostgresPool {
  const pool = createPool(connectionString, CONNECTIONS[kind], onConnectionError)
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const releaseSlot = await scheduler.acquire(kind)
      try {
        const client = await pool.connect()
        const { release } = client
        client.release = error => {
          release(error)
          releaseSlot()
        }
        return client
      } catch (error) {
        releaseSlot()
        throw error
      }
    },
  }
}
