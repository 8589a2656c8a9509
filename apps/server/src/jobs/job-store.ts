import type { JobName } from '@refrain/contract/administration/jobs'
import type { Selectable, Updateable } from 'kysely'
import type { Database, Transaction } from '../database/tables.ts'
import type { JobRow } from './tables.ts'

export async function isPaused(db: Database, name: JobName): Promise<boolean> {
  const row = await db.selectFrom('jobs').select('paused').where('name', '=', name).executeTakeFirst()
  return row?.paused === 1
}

/** When an administrator last asked for a job; 0 if nobody has. */
export async function readRequestedAt(db: Database, name: JobName): Promise<number> {
  const row = await db.selectFrom('jobs').select('requested_at').where('name', '=', name).executeTakeFirst()
  return row?.requested_at ?? 0
}

export function readJobs(db: Database): Promise<Selectable<JobRow>[]> {
  return db.selectFrom('jobs').selectAll().execute()
}

/** @returns false if the job was not paused */
export async function resumeJob(tx: Transaction, name: JobName): Promise<boolean> {
  const resumed = await tx
    .updateTable('jobs')
    .set({ paused: 0 })
    .where('name', '=', name)
    .where('paused', '=', 1)
    .executeTakeFirst()
  return resumed.numUpdatedRows > 0n
}

/** Changes what is stored of a job. */
export async function updateJob(
  tx: Transaction,
  name: JobName,
  values: Omit<Updateable<JobRow>, 'name'>,
): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({ name, ...values })
    .onConflict(conflict => conflict.column('name').doUpdateSet(values))
    .execute()
}
