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

/** Locks the accounts of all administrators who can sign in until the transaction ends. @returns their ids */
export async function lockAdministrators(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .updateTable('users')
    .set({ administrator: 1 })
    .where('administrator', '=', 1)
    .where('disabled_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}
