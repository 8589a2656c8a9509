import { existsSync, mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, type PostgresPool, SqliteDialect, sql } from 'kysely'
import { OperatorError } from '../settings.ts'
import { type ConnectionKind, ConnectionTurns } from './connection-turns.ts'
import { allowDirectReads } from './direct-read.ts'
import { nodeSqlite } from './node-sqlite.ts'
import { DatabaseBusyError } from './retry.ts'
import type { Database, Tables } from './tables.ts'
import { writeThrough } from './writer.ts'

export const DATABASE_FILE = 'refrain.db'

/** Which of the two databases this is; only DDL, search and errors may ask. */
export type Dialect = 'sqlite' | 'postgres'

/** Short texts that any process on the same database hears at once. */
export interface Notices {
  send(text: string): Promise<void>
  /**
   * @param missed called once it hears again after the connection was lost
   * @returns ends it
   */
  hear(hear: (text: string) => void, missed: () => void): Promise<() => Promise<void>>
}

export interface OpenDatabase {
  readonly db: Database
  readonly dialect: Dialect
  /** Where several processes may serve one database; the embedded one has a single process. */
  readonly notices?: Notices
  /** Resolves while the database answers; rejects with what `isDatabaseGone` knows when it does not. */
  check(): Promise<void>
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
  // Only those who use the driver load it.
  const load = () => import('./postgres-pool.ts')
  const connect = (pool: () => Promise<PostgresPool>) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const turns = new ConnectionTurns()
  const shared = (kind: ConnectionKind) =>
    connect(async () => (await load()).createSharedPool(connectionString, kind, turns))
  const apart = () => connect(async () => (await load()).createPool(connectionString, 1))
  const [db, writer, health, sending] = [shared('read'), shared('write'), apart(), apart()]
  writeThrough(db, writer)
  const module = () => import('./postgres-notices.ts')
  const notices: Notices = {
    async send(text) {
      await sql`select pg_notify(${(await module()).NOTICES}, ${text})`.execute(sending)
    },
    hear: async (hear, missed) => (await module()).hearNotices(connectionString, hear, missed),
  }
  async function close(): Promise<void> {
    await Promise.all([db, writer, health, sending].map(each => each.destroy()))
  }
  return { db, dialect: 'postgres', notices, check: () => ask(health), close }
}

function openEmbedded(dataDir: string): OpenDatabase {
  const file = join(dataDir, DATABASE_FILE)
  try {
    makeFolder(dataDir)
    const sqlite = new DatabaseSync(file)
    // FULL: an acknowledged write outlives a power cut. The driver is synchronous, so a long
    // busy wait would freeze every stream: 100 ms, and the caller tries again (see retry.ts).
    sqlite.exec(`
      pragma busy_timeout = 100; pragma journal_mode = wal; pragma synchronous = full;
      pragma foreign_keys = on; pragma cache_size = -64000; pragma temp_store = memory;
    `)
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: nodeSqlite(sqlite) }) })
    const reading = new DatabaseSync(file, { readOnly: true })
    reading.exec('pragma busy_timeout = 100; pragma cache_size = -64000; pragma temp_store = memory')
    allowDirectReads(db, reading)
    async function close(): Promise<void> {
      if (reading.isOpen) reading.close()
      await db.destroy()
    }
    return { db, dialect: 'sqlite', check: () => ask(db, file), close }
  } catch (error) {
    throw new OperatorError(whyNot(error, dataDir, file))
  }
}

/** Not `recursive`: that never comes back from a file system that refuses new folders with ENOENT. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path)
}

/** A file that was moved away would still be written to, and lost. */
async function ask(db: Database, file?: string): Promise<void> {
  if (file) {
    await stat(file).catch(() => {
      throw new DatabaseBusyError('The database file is gone.')
    })
  }
  await sql`select 1`.execute(db)
}

function whyNot(error: unknown, dataDir: string, file: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (message.includes('not a database') || message.includes('malformed')) {
    return `The database ${file} is damaged: restore a backup, or move the file away to start afresh.`
  }
  const denied = ['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code ?? '')
  if (denied || /unable to open|readonly|read-only/.test(message)) {
    return `The data folder ${dataDir} cannot be written: change its permissions or set DATA_DIR.`
  }
  if (message.includes('locked')) {
    return `The database ${file} is held by another program: end it and start again.`
  }
  return `The database ${file} cannot be opened (${message}): check DATA_DIR.`
}
