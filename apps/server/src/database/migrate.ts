import { sql } from 'kysely'
import { log } from '../log/log.ts'
import { OperatorError } from '../settings.ts'
import type { Migration } from './migration.ts'
import { runExclusively } from './migration-lock.ts'
import { migrations } from './migrations/migrations.ts'
import type { OpenDatabase } from './open.ts'
import { isDatabaseUnavailable } from './retry.ts'
import type { Transaction } from './tables.ts'
import { copyBeforeUpgrade } from './upgrade/copy-before-upgrade.ts'

/** Begins the name of a step that stands in the database until a restore into it is complete. */
const RESTORING = 'restoring '

/**
 * Runs the missing migrations in one transaction, so that a failed update leaves the database as it was. Several processes
 * may run it at once. An embedded database with data is copied first.
 * @throws OperatorError if the update fails, or the database is newer than this program, damaged or unreachable
 */
export async function migrate(open: OpenDatabase): Promise<void> {
  try {
    const done = await connect(open)
    checkComplete(done)
    checkKnown(done)
    await runMissing(open, done, migrations)
  } catch (error) {
    throw toOperatorError(error)
  }
}

/**
 * Prepares an empty database for a restore: runs the migrations of the snapshot and marks the database, so that no program
 * uses it before `endRestore`.
 * @returns false if an interrupted restore of the same snapshot has done so
 * @throws OperatorError if the database is not empty, or the snapshot is newer than this program
 */
export async function beginRestore(
  open: OpenDatabase,
  snapshot: string,
  steps: readonly string[],
): Promise<boolean> {
  try {
    checkKnown(steps)
    const done = await readSteps(open)
    const restored = restoredSnapshot(done)
    if (restored === undefined && (await hasTables(open))) {
      throw new OperatorError('The database is not empty: name an empty one, or move this one away.')
    }
    if (restored !== undefined && restored !== snapshot) {
      throw new OperatorError(
        `A restore of the snapshot ${restored} was interrupted: run that one again, or empty the database and DATA_DIR.`,
      )
    }
    await runExclusively(open, RESTORING, async tx => {
      await createSteps(tx)
      await sql`insert into schema_steps (name) values (${RESTORING + snapshot}) on conflict do nothing`.execute(
        tx,
      )
    })
    await runMissing(
      open,
      done,
      migrations.filter(step => steps.includes(step.name)),
    )
    return restored === undefined
  } catch (error) {
    throw toOperatorError(error)
  }
}

/** Runs the migrations that the snapshot lacked, and makes the database usable. */
export async function endRestore(open: OpenDatabase, snapshot: string): Promise<void> {
  await runMissing(open, await readSteps(open), migrations)
  await runExclusively(open, RESTORING, async tx => {
    await sql`drop table if exists restore_state`.execute(tx)
    await sql`delete from schema_steps where name = ${RESTORING + snapshot}`.execute(tx)
  })
}

/** Id of the snapshot whose restore into the database is not complete. */
function restoredSnapshot(done: readonly string[]): string | undefined {
  return done.find(name => name.startsWith(RESTORING))?.slice(RESTORING.length)
}

/** @throws OperatorError if a restore into the database is not complete */
export function checkComplete(steps: readonly string[]): void {
  if (restoredSnapshot(steps) === undefined) return
  throw new OperatorError(
    'A restore into this database was interrupted: run it again, or empty the database and DATA_DIR.',
  )
}

function checkKnown(steps: readonly string[]): void {
  const known = new Set(migrations.map(step => step.name))
  const unknown = steps.find(name => !known.has(name))
  if (unknown === undefined) return
  throw new OperatorError(
    `The database is newer than this program (it knows step ${unknown}): update Refrain.`,
  )
}

async function runMissing(
  open: OpenDatabase,
  done: readonly string[],
  wanted: readonly Migration[],
): Promise<void> {
  const missing = wanted.filter(step => !done.includes(step.name))
  const [first] = missing
  if (!first) return
  const isUpgrade = done.length > 0 && restoredSnapshot(done) === undefined
  if (isUpgrade) await prepareUpgrade(open, done, missing)
  let running: string | undefined
  try {
    await runExclusively(open, first.name, async tx => {
      await createSteps(tx)
      for (const step of missing) {
        running = step.name
        const marked =
          await sql`insert into schema_steps (name) values (${step.name}) on conflict do nothing`.execute(tx)
        // Another process was faster.
        if (Number(marked.numAffectedRows ?? 0) === 0) continue
        for (const statement of step[open.dialect]) await sql.raw(statement).execute(tx)
        await step.fill?.(tx)
      }
      running = undefined
    })
  } catch (error) {
    const known = toOperatorError(error)
    if (known instanceof OperatorError || running === undefined || !isUpgrade) throw known
    throw new OperatorError(
      `Updating the database failed at ${running} (${(error as Error).message}). Nothing was changed: start the previous version of Refrain again, and report this line.`,
    )
  }
}

/** Keeps a way back to the previous version. */
async function prepareUpgrade(
  { db, dialect }: OpenDatabase,
  done: readonly string[],
  missing: readonly Migration[],
): Promise<void> {
  const names = missing.map(step => step.name).join(', ')
  if (dialect === 'sqlite') {
    const copy = await copyBeforeUpgrade(db, done, names.split(',')[0] as string)
    log.info(`Updating the database (${names}). ${copy} is a copy from before, for the previous version.`)
  } else {
    log.info(
      `Updating the database (${names}). If it fails, PostgreSQL undoes it. To return to the previous version later, restore a backup from before.`,
    )
  }
}

async function createSteps(tx: Transaction): Promise<void> {
  await sql`create table if not exists schema_steps (name text primary key)`.execute(tx)
}

/** Whether the database has any table, be it of another program: a restore empties all tables that it finds. */
async function hasTables({ db, dialect }: OpenDatabase): Promise<boolean> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql`select 1 from sqlite_master where type = 'table' limit 1`.execute(db)
      : await sql`select 1 from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE' limit 1`.execute(db)
  return rows.length > 0
}

/** Names of the migrations that have run; none in a new database. Read-only, so that a normal start writes nothing. */
export async function readSteps({ db, dialect }: OpenDatabase): Promise<string[]> {
  const table =
    dialect === 'sqlite'
      ? await sql`select 1 from sqlite_master where type = 'table' and name = 'schema_steps'`.execute(db)
      : await sql`select 1 where to_regclass('schema_steps') is not null`.execute(db)
  if (table.rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from schema_steps`.execute(db)
  return rows.map(row => row.name)
}

/**
 * Reads the migrations that have run.
 * @throws OperatorError with the reason if PostgreSQL cannot be used: its address, login, TLS, or what answers there
 */
async function connect(open: OpenDatabase): Promise<string[]> {
  try {
    return await readSteps(open)
  } catch (error) {
    const known = toOperatorError(error)
    if (known instanceof OperatorError || open.dialect === 'sqlite') throw known
    throw new OperatorError(`The database cannot be used (${(error as Error).message}): check DATABASE_URL.`)
  }
}

const REFUSED_LOGIN = /^(28|3D)/
const INSUFFICIENT_PRIVILEGE = '42501'

function toOperatorError(error: unknown): unknown {
  if (error instanceof OperatorError) return error
  const { message = '', code = '' } = error as { message?: string; code?: string }
  if (message.includes('not a database') || message.includes('malformed')) {
    return new OperatorError(
      'The database is damaged: restore a backup, or move its file away to start afresh.',
    )
  }
  if (/readonly|read-only/.test(message)) {
    return new OperatorError('The database cannot be written: change its permissions or set DATA_DIR.')
  }
  if (/pg_trgm|gin_trgm_ops/.test(message)) {
    return new OperatorError(
      `PostgreSQL lacks the extension pg_trgm (${message}): have its administrator run "create extension pg_trgm" in this database.`,
    )
  }
  if (code === INSUFFICIENT_PRIVILEGE) {
    return new OperatorError(
      `The account of DATABASE_URL may not change the database (${message}): make it the owner of the database.`,
    )
  }
  if (isDatabaseUnavailable(error) || REFUSED_LOGIN.test(code)) {
    return new OperatorError(`The database cannot be reached (${message || code}): check DATABASE_URL.`)
  }
  return error
}
