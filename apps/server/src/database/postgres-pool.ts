import pg from 'pg'

/** Counts and instants fit a number; the driver would give strings. */
const INT8 = 20
pg.types.setTypeParser(INT8, Number)

const CONNECTIONS = 10

/** Connections that break are replaced; a statement ends after 5 s. */
export function createPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    statement_timeout: 5_000,
    connectionTimeoutMillis: 3_000,
  })
  // Without a listener a restart of the database server ends this process.
  pool.on('error', error => console.error(`The database connection broke: ${error.message}`))
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}
