import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, type PostgresPool, SqliteDialect, sql } from 'kysely'
import { checkWritable, isFolderError, prepareDataFolder } from '../data-folder.ts'
import { OperatorError } from '../settings.ts'
import { type ConnectionKind, ConnectionScheduler } from './connection-scheduler.ts'
import { allowDirectReads } from './direct-read.ts'
import { sqliteCode } from './error-kinds.ts'
import { nodeSqlite } from './node-sqlite.ts'
import type { ConnectionErrorHandler } from './postgres-pool.ts'
import { DatabaseBusyError } from './retry.ts'
import type { Database, Tables } from './tables.ts'
import { setWriter } from './writer.ts'

export const DATABASE_FILE = 'refrain.db'
/** The database's files, by what follows its name. */
const FILES = ['', '-wal', '-shm'] as const
const SQLITE_BUSY = 5
/** The driver is synchronous: a longer wait would freeze every stream. The caller tries again, see retry.ts. */
const BUSY_MS = 100

/** Which of the two databases this is; only DDL, search and errors may ask. */
export type Dialect = 'sqlite' | 'postgres'

/** Short texts that any process on the same database hears at once. */
export interface PubSub {
  publish(text: string): Promise<void>
  /**
   * @param missed called once it hears again after the connection was lost
   * @returns ends it
   */
  subscribe(hear: (text: string) => void, missed: () => void): Promise<() => Promise<void>>
}

export interface OpenDatabase {
  readonly db: Database
  readonly dialect: Dialect
  /** Where several processes may serve one database; the embedded one has a single process. */
  readonly pubSub?: PubSub
  /** Resolves while the database answers; rejects with what `isDatabaseUnavailable` knows when it does not. */
  check(): Promise<void>
  close(): Promise<void>
}

interface DatabaseOptions {
  readonly databaseUrl: string
  readonly dataDir: string
  /**
   * Called when an idle connection to PostgreSQL breaks. By default that is ignored: it is replaced, and whatever cannot
   * be done meanwhile fails with an error of its own.
   */
  readonly onConnectionError?: ConnectionErrorHandler
}

/**
 * Opens PostgreSQL where `databaseUrl` names one, else the embedded database in `dataDir`. Makes that folder, unless it
 * is ''.
 * Does not touch the schema: see migrate.ts.
 * @throws OperatorError when the folder cannot be written or the file is damaged.
 */
export function openDatabase({
  databaseUrl,
  dataDir,
  onConnectionError = () => {},
}: DatabaseOptions): OpenDatabase {
  if (dataDir !== '') prepareFolder(dataDir)
  return databaseUrl ? openPostgres(databaseUrl, onConnectionError) : openEmbedded(dataDir)
}

function prepareFolder(dataDir: string): void {
  try {
    prepareDataFolder(
      dataDir,
      FILES.map(ending => DATABASE_FILE + ending),
    )
  } catch (error) {
    throw new OperatorError(
      isFolderError(error)
        ? cannotWrite(dataDir)
        : `The data folder ${dataDir} cannot be used (${(error as Error).message}): check DATA_DIR.`,
    )
  }
}

const cannotWrite = (dataDir: string) =>
  `The data folder ${dataDir} cannot be written: change its permissions or set DATA_DIR.`

function openPostgres(connectionString: string, onConnectionError: ConnectionErrorHandler): OpenDatabase {
  // Only those who use the driver load it.
  const load = () => import('./postgres-pool.ts')
  const connect = (pool: () => Promise<PostgresPool>) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const turns = new ConnectionScheduler()
  const shared = (kind: ConnectionKind) =>
    connect(async () => (await load()).createSharedPool(connectionString, kind, turns, onConnectionError))
  const apart = () => connect(async () => (await load()).createPool(connectionString, 1, onConnectionError))
  const [db, writer, health, sending] = [shared('read'), shared('write'), apart(), apart()]
  setWriter(db, writer)
  const module = () => import('./postgres-pub-sub.ts')
  const pubSub: PubSub = {
    async publish(text) {
      await sql`select pg_notify(${(await module()).CHANNEL}, ${text})`.execute(sending)
    },
    subscribe: async (hear, missed) => (await module()).subscribeToChannel(connectionString, hear, missed),
  }
  async function close(): Promise<void> {
    await Promise.all([db, writer, health, sending].map(each => each.destroy()))
  }
  return { db, dialect: 'postgres', pubSub, check: () => ask(health), close }
}

function openEmbedded(dataDir: string): OpenDatabase {
  const file = join(dataDir, DATABASE_FILE)
  try {
    const sqlite = new DatabaseSync(file)
    // FULL: an acknowledged write outlives a power cut.
    sqlite.exec(`
      pragma busy_timeout = ${BUSY_MS}; pragma journal_mode = wal; pragma synchronous = full;
      pragma foreign_keys = on; pragma cache_size = -64000; pragma temp_store = memory;
    `)
    refuseReadOnly(sqlite)
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: nodeSqlite(sqlite) }) })
    const reading = new DatabaseSync(file, { readOnly: true })
    reading.exec(`pragma busy_timeout = ${BUSY_MS}; pragma cache_size = -64000; pragma temp_store = memory`)
    allowDirectReads(db, reading)
    async function close(): Promise<void> {
      if (reading.isOpen) reading.close()
      await db.destroy()
    }
    async function check(): Promise<void> {
      await checkFiles(file)
      refuseReadOnly(sqlite)
      await ask(db)
    }
    return { db, dialect: 'sqlite', check, close }
  } catch (error) {
    throw new OperatorError(whyNot(error, dataDir, file))
  }
}

/** Takes the lock for writing and gives it back, unless somebody else has it. @throws where the file may only be read */
function refuseReadOnly(sqlite: DatabaseSync): void {
  if (sqlite.isTransaction) return
  sqlite.exec('pragma busy_timeout = 0')
  try {
    sqlite.exec('begin immediate; rollback')
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_BUSY) throw error
  } finally {
    sqlite.exec(`pragma busy_timeout = ${BUSY_MS}`)
  }
}

/** A file that was moved away would still be written to, and lost. */
async function checkFiles(file: string): Promise<void> {
  await stat(file).catch(() => {
    throw new DatabaseBusyError('The database file is gone.')
  })
  await Promise.all(
    FILES.map(ending => file + ending)
      .filter(existsSync)
      .map(checkWritable),
  )
}

async function ask(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

function whyNot(error: unknown, dataDir: string, file: string): string {
  const { message } = error as Error
  if (message.includes('not a database') || message.includes('malformed')) {
    return `The database ${file} is damaged: restore a backup, or move the file away to start afresh.`
  }
  if (/unable to open|readonly|read-only/.test(message)) return cannotWrite(dataDir)
  if (message.includes('locked')) {
    return `The database ${file} is held by another program: end it and start again.`
  }
  return `The database ${file} cannot be opened (${message}): check DATA_DIR.`
}
