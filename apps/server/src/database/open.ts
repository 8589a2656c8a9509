import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { OperatorError } from '../settings.ts'
import { nodeSqlite } from './node-sqlite.ts'
import type { Database, Tables } from './tables.ts'

/** Counts and instants fit a number; the driver would give strings. */
const INT8 = 20
pg.types.setTypeParser(INT8, Number)

export const DATABASE_FILE = 'refrain.db'

/** Which of the two databases this is; only DDL, search and errors may ask. */
export type Dialect = 'sqlite' | 'postgres'

export interface OpenDatabase {
  readonly db: Database
  readonly dialect: Dialect
  close(): Promise<void>
}

/**
 * Opens PostgreSQL where `databaseUrl` names one, else the embedded database in `dataDir`.
 * Does not touch the schema: see migrate.ts.
 * @throws OperatorError when the folder cannot be written or the file is damaged.
 */
export function openDatabase(options: { databaseUrl: string; dataDir: string }): OpenDatabase {
  return options.databaseUrl ? openPostgres(options.databaseUrl) : openEmbedded(options.dataDir)
}

function openPostgres(connectionString: string): OpenDatabase {
  const pool = new pg.Pool({ connectionString, max: 10, statement_timeout: 5_000 })
  // Without a listener a restart of the database server ends this process.
  pool.on('error', error => console.error(`The database connection broke: ${error.message}`))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, dialect: 'postgres', close: () => db.destroy() }
}

function openEmbedded(dataDir: string): OpenDatabase {
  const file = join(dataDir, DATABASE_FILE)
  try {
    mkdirSync(dataDir, { recursive: true })
    const sqlite = new DatabaseSync(file)
    // FULL: an acknowledged write outlives a power cut. The driver is synchronous, so a long
    // busy wait would freeze every stream: 100 ms, and the caller tries again (see retry.ts).
    sqlite.exec(`
      pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
      pragma busy_timeout = 100; pragma cache_size = -64000; pragma temp_store = memory;
    `)
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: nodeSqlite(sqlite) }) })
    return { db, dialect: 'sqlite', close: () => db.destroy() }
  } catch (error) {
    throw new OperatorError(whyNot(error, dataDir, file))
  }
}

function whyNot(error: unknown, dataDir: string, file: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (message.includes('not a database') || message.includes('malformed')) {
    return `The database ${file} is damaged: restore a backup, or move the file away to start afresh.`
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || message.includes('unable to open')) {
    return `The data folder ${dataDir} cannot be written: change its permissions or set DATA_DIR.`
  }
  return `The database ${file} cannot be opened: ${message}.`
}
