import { existsSync, statfsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import { checkWritable, describeUnwritable, prepareDataFolder } from '../data-folder.ts'
import { OperatorError } from '../settings.ts'
import type { CountStore } from '../sharing/count-store.ts'
import { createPostgresCountStore } from '../sharing/postgres-count-store.ts'
import { type ConnectionKind, ConnectionScheduler } from './connection-scheduler.ts'
import { allowDirectReads } from './direct-read.ts'
import { embeddedDialect } from './embedded/embedded-dialect.ts'
import { LogFlusher } from './embedded/log-flusher.ts'
import { recoverLog } from './embedded/recover-log.ts'
import { openWriteAheadLog } from './embedded/write-ahead-log.ts'
import { sqliteCode, storageFailureOf } from './error-kinds.ts'
import type { ConnectionErrorHandler } from './postgres-pool.ts'
import { QueryCounter } from './query-counter.ts'
import { DatabaseBusyError } from './retry.ts'
import type { Database, Tables } from './tables.ts'
import { setWriter } from './writer.ts'

export const DATABASE_FILE = 'refrain.db'
/** Suffixes of the database's files. */
const FILE_SUFFIXES = ['', '-wal', '-shm'] as const
const SQLITE_BUSY = 5
const SQLITE_IOERR = 10
/** Short, since the driver is synchronous and blocks every stream. Callers retry; see retry.ts. */
const BUSY_TIMEOUT_MS = 100

/** Only migrations, search and error handling may depend on this. */
export type Dialect = 'sqlite' | 'postgres'

/** Messages between the processes on one database. */
export interface PubSub {
  publish(text: string): Promise<void>
  /**
   * @param onReconnect called after a lost connection was restored: messages may have been missed
   * @returns unsubscribes
   */
  subscribe(onMessage: (text: string) => void, onReconnect: () => void): Promise<() => Promise<void>>
}

export interface OpenDatabase {
  readonly db: Database
  readonly dialect: Dialect
  /** Undefined for the embedded database, which a single process uses. */
  readonly pubSub?: PubSub
  /** Adds up rate limits of all processes. Undefined for the embedded database. */
  readonly counts?: CountStore
  readonly queries: QueryCounter
  /** Resolves if the database answers; else rejects with an error for which `isDatabaseUnavailable` is true. */
  check(): Promise<void>
  /** Stops waiting for the disk at each write. For imports: the next run repeats what a power cut loses. */
  relaxDurability(): void
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
 * Opens PostgreSQL, or without `databaseUrl` the embedded database in `dataDir`, creating the folder unless it is ''.
 * Does not change the schema; see migrate.ts.
 * @throws OperatorError if the folder cannot be written or the database file is damaged
 */
export function openDatabase({
  databaseUrl,
  dataDir,
  onConnectionError = () => {},
}: DatabaseOptions): OpenDatabase {
  if (dataDir !== '')
    prepareDataFolder(
      dataDir,
      FILE_SUFFIXES.map(ending => DATABASE_FILE + ending),
    )
  return databaseUrl ? openPostgres(databaseUrl, onConnectionError) : openEmbedded(dataDir)
}

function openPostgres(connectionString: string, onConnectionError: ConnectionErrorHandler): OpenDatabase {
  // Loads the driver only if it is used.
  const load = () => import('./postgres-pool.ts')
  const queries = new QueryCounter()
  const connect = (pool: () => Promise<PostgresPool>) =>
    new Kysely<Tables>({
      dialect: new PostgresDialect({ pool }),
      log: event => queries.add(event.queryDurationMillis),
    })
  const scheduler = new ConnectionScheduler()
  const createShared = (kind: ConnectionKind) =>
    connect(async () => (await load()).createSharedPool(connectionString, kind, scheduler, onConnectionError))
  const createSingle = () =>
    connect(async () => (await load()).createPool(connectionString, 1, onConnectionError))
  const [db, writer, health, sending] = [
    createShared('read'),
    createShared('write'),
    createSingle(),
    createSingle(),
  ]
  setWriter(db, writer)
  const module = () => import('./postgres-pub-sub.ts')
  const pubSub: PubSub = {
    async publish(text) {
      await sql`select pg_notify(${(await module()).CHANNEL}, ${text})`.execute(sending)
    },
    subscribe: async (onMessage, onReconnect) =>
      (await module()).subscribeToChannel(connectionString, onMessage, onReconnect),
  }
  async function close(): Promise<void> {
    await Promise.all([db, writer, health, sending].map(each => each.destroy()))
  }
  const counts = createPostgresCountStore(sending)
  const check = () => ping(health)
  return { db, dialect: 'postgres', pubSub, counts, queries, check, relaxDurability() {}, close }
}

function openEmbedded(dataDir: string): OpenDatabase {
  const file = join(dataDir, DATABASE_FILE)
  try {
    const sqlite = new DatabaseSync(file)
    const hasLog = configureConnection(sqlite)
    checkNotReadOnly(sqlite)
    const queries = new QueryCounter()
    const logFile = hasLog ? openWriteAheadLog(file) : undefined
    const flusher =
      logFile &&
      new LogFlusher({ ...logFile, recover: () => recoverLog(db, logFile.rewrite, BUSY_TIMEOUT_MS) })
    let isRelaxed = false
    const dialect = embeddedDialect(sqlite, async () => {
      if (!isRelaxed) await flusher?.flush()
    })
    const db = new Kysely<Tables>({ dialect, log: event => queries.add(event.queryDurationMillis) })
    const reading = new DatabaseSync(file, { readOnly: true })
    reading.exec(
      `pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma cache_size = -32000; pragma temp_store = memory`,
    )
    allowDirectReads(db, reading, queries)
    async function close(): Promise<void> {
      if (reading.isOpen) reading.close()
      await db.destroy()
      await logFile?.close()
    }
    async function check(): Promise<void> {
      await checkFiles(file)
      checkNotReadOnly(sqlite)
      await ping(db)
      if (flusher?.hasFailed) await flusher.flush()
    }
    function relaxDurability(): void {
      isRelaxed = true
    }
    return { db, dialect: 'sqlite', queries, check, relaxDurability, close }
  } catch (error) {
    throw new OperatorError(describeOpenError(error, dataDir, file))
  }
}

/** @returns whether the database uses a write-ahead log: not every network file system allows one */
function configureConnection(sqlite: DatabaseSync): boolean {
  sqlite.exec(`
    pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma foreign_keys = on; pragma cache_size = -32000;
    pragma temp_store = memory;
  `)
  const { journal_mode } = sqlite.prepare('pragma journal_mode = wal').get() as { journal_mode: string }
  const hasLog = journal_mode === 'wal'
  // NORMAL: commits do not wait for the disk. The log is flushed before a write is acknowledged.
  sqlite.exec(`pragma synchronous = ${hasLog ? 'normal' : 'full'}`)
  return hasLog
}

/** Acquires and releases the write lock, unless another connection holds it. @throws if the file is read-only */
function checkNotReadOnly(sqlite: DatabaseSync): void {
  if (sqlite.isTransaction) return
  sqlite.exec('pragma busy_timeout = 0')
  try {
    sqlite.exec('begin immediate; rollback')
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_BUSY) throw error
  } finally {
    sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

/** Detects a file that was moved away: it would still be written, and lost. */
async function checkFiles(file: string): Promise<void> {
  await stat(file).catch(() => {
    throw new DatabaseBusyError('The database file is gone.')
  })
  await Promise.all(
    FILE_SUFFIXES.map(ending => file + ending)
      .filter(existsSync)
      .map(checkWritable),
  )
}

async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

function describeOpenError(error: unknown, dataDir: string, file: string): string {
  const { message } = error as Error
  if (isDiskFull(error, dataDir)) return `The disk of ${dataDir} is full: make room and start again.`
  if (message.includes('not a database') || message.includes('malformed')) {
    return `The database ${file} is damaged: restore a backup, or move the file away to start afresh.`
  }
  if (/unable to open|readonly|read-only/.test(message)) return describeUnwritable(dataDir)
  if (message.includes('locked')) {
    return `The database ${file} is held by another program: end it and start again.`
  }
  return `The database ${file} cannot be opened (${message}): check DATA_DIR.`
}

/** SQLite calls it an I/O error if there is no room for the files beside the database. */
function isDiskFull(error: unknown, dataDir: string): boolean {
  if (storageFailureOf(error) === 'full') return true
  try {
    return sqliteCode(error) === SQLITE_IOERR && statfsSync(dataDir).bavail === 0
  } catch {
    return false
  }
}
