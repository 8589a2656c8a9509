import { sql } from 'kysely'
import { OperatorError } from '../settings.ts'
import { runExclusively } from './migration-lock.ts'
import { migrations } from './migrations/migrations.ts'
import type { OpenDatabase } from './open.ts'
import { isDatabaseUnavailable } from './retry.ts'
import type { Database } from './tables.ts'

/**
 * Runs the missing migrations, each in its own transaction, so that an interrupted run can continue. Several processes may
 * run it at once.
 * @throws OperatorError if the database is newer than this program, damaged or unreachable
 */
export async function migrate(open: OpenDatabase): Promise<void> {
  try {
    await runSteps(open)
  } catch (error) {
    throw toOperatorError(error)
  }
}

async function runSteps(open: OpenDatabase): Promise<void> {
  const { db, dialect } = open
  let done = await readSteps(db, dialect)
  if (done === undefined) {
    await runExclusively(open, 'schema_steps', async tx => {
      await sql`create table if not exists schema_steps (name text primary key)`.execute(tx)
    })
    done = []
  }
  const known = new Set(migrations.map(step => step.name))
  const unknown = done.find(name => !known.has(name))
  if (unknown) {
    throw new OperatorError(
      `The database is newer than this program (it knows step ${unknown}): update Refrain.`,
    )
  }
  for (const step of migrations) {
    if (done.includes(step.name)) continue
    await runExclusively(open, step.name, async tx => {
      const marked =
        await sql`insert into schema_steps (name) values (${step.name}) on conflict do nothing`.execute(tx)
      if (Number(marked.numAffectedRows ?? 0) === 0) return
      for (const statement of step[dialect]) await sql.raw(statement).execute(tx)
      await step.fill?.(tx)
    })
  }
}

/** Names of the migrations that have run; undefined in a new database. Read-only, so that a normal start writes nothing. */
async function readSteps(db: Database, dialect: OpenDatabase['dialect']): Promise<string[] | undefined> {
  const table =
    dialect === 'sqlite'
      ? await sql`select 1 from sqlite_master where type = 'table' and name = 'schema_steps'`.execute(db)
      : await sql`select 1 where to_regclass('schema_steps') is not null`.execute(db)
  if (table.rows.length === 0) return undefined
  const { rows } = await sql<{ name: string }>`select name from schema_steps`.execute(db)
  return rows.map(row => row.name)
}

const REFUSED_LOGIN = /^(28|3D)/

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
  if (isDatabaseUnavailable(error) || REFUSED_LOGIN.test(code)) {
    return new OperatorError(`The database cannot be reached (${message || code}): check DATABASE_URL.`)
  }
  return error
}
