import { sql } from 'kysely'
import { OperatorError } from '../settings.ts'
import { migrations } from './migrations/migrations.ts'
import type { OpenDatabase } from './open.ts'
import type { Database } from './tables.ts'

/**
 * Brings the schema up to this program, each step in a transaction of its own, so that an
 * interrupted run goes on where it stopped. Two processes at once are safe.
 * @throws OperatorError when the database was written by a newer program.
 */
export async function migrate({ db, dialect }: OpenDatabase): Promise<void> {
  await sql`create table if not exists schema_steps (name text primary key)`.execute(db)
  const known = new Set(migrations.map(step => step.name))
  const unknown = (await doneSteps(db)).find(name => !known.has(name))
  if (unknown) {
    throw new OperatorError(
      `The database is newer than this program (it knows step ${unknown}): update Refrain.`,
    )
  }
  for (const step of migrations) {
    await db.transaction().execute(async tx => {
      if (dialect === 'postgres') await sql`lock table schema_steps in exclusive mode`.execute(tx)
      const marked =
        await sql`insert into schema_steps (name) values (${step.name}) on conflict do nothing`.execute(tx)
      if (Number(marked.numAffectedRows ?? 0) === 0) return
      for (const statement of step[dialect]) await sql.raw(statement).execute(tx)
    })
  }
}

async function doneSteps(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_steps`.execute(db)
  return rows.map(row => row.name)
}
