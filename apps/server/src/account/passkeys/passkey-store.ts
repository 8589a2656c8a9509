import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../../database/tables.ts'
import type { PasskeyRow } from '../tables.ts'

/** @returns false if the credential is stored already, as anybody's */
export async function insertPasskey(tx: Transaction, row: PasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A listener's passkeys, oldest first. */
export async function readPasskeys(db: Database, userId: string): Promise<Selectable<PasskeyRow>[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function readPasskeyByCredential(
  db: Database,
  credentialId: string,
): Promise<Selectable<PasskeyRow> | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** Passkeys of a listener that work at a host name. */
export async function countPasskeys(db: Database, userId: string, rpId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('rp_id', '=', rpId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a use. @returns false if the passkey has been removed, or used meanwhile with another count */
export async function storeUse(
  tx: Transaction,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  use: Pick<PasskeyRow, 'counter' | 'backed_up' | 'last_used_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set(use)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false if the listener has no such passkey */
export async function renamePasskeyRow(
  tx: Transaction,
  userId: string,
  { id, name }: Pick<PasskeyRow, 'id' | 'name'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deletePasskey(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('id', '=', id).execute()
}

export async function deletePasskeys(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}
