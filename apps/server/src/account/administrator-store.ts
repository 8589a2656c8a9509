import { PostgresAdapter } from 'kysely'
import { compileOnce } from '../database/compile-once.ts'
import type { Database, Transaction } from '../database/tables.ts'

const selectAdministrator = compileOnce((db, id) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('administrator', '=', 1)
    .where('disabled_at', 'is', null),
)

/** Whether an account is an administrator's, and not disabled. */
export async function isAdministrator(db: Database, userId: string): Promise<boolean> {
  return (await selectAdministrator(db, userId)).length > 0
}

/** @returns false if there is no such account */
export async function setAdministrator(tx: Transaction, userId: string, is: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ administrator: is ? 1 : 0 })
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Locks an account, and those of all administrators who can sign in, until the transaction ends: in the order of their ids, so
 * that two who change each other wait and do not deadlock. The embedded database has a single writer and needs no locks.
 * @param id '' for none besides the administrators
 * @returns the administrators' ids
 */
export async function lockAdministrators(tx: Transaction, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'administrator', 'disabled_at'])
    .where(eb =>
      eb.or([eb('id', '=', id), eb.and([eb('administrator', '=', 1), eb('disabled_at', 'is', null)])]),
    )
    .orderBy('id')
    .$if(tx.getExecutor().adapter instanceof PostgresAdapter, query => query.forNoKeyUpdate())
    .execute()
  return rows.filter(row => row.administrator === 1 && row.disabled_at === null).map(row => row.id)
}
