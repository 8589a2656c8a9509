import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../../database/tables.ts'
import type { TotpSecretRow } from '../tables.ts'

/** Undefined if the listener never began to set up an authenticator app. */
export async function readTotp(db: Database, userId: string): Promise<Selectable<TotpSecretRow> | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** The encrypted secrets of all listeners that count. */
export async function readSealedSecrets(db: Database): Promise<{ user_id: string; sealed: string }[]> {
  const rows = await db
    .selectFrom('totp_secrets')
    .select(['user_id', 'sealed'])
    .where('sealed', 'is not', null)
    .execute()
  return rows.map(({ user_id, sealed }) => ({ user_id, sealed: String(sealed) }))
}

/** Stores a secret that does not count yet. */
export async function upsertPendingTotp(tx: Transaction, userId: string, pending: string): Promise<void> {
  await tx
    .insertInto('totp_secrets')
    .values({ user_id: userId, pending, sealed: null, enabled_at: null })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ pending }))
    .execute()
}

/** The pending secret counts from now on. @returns false if another one has taken its place */
export async function enablePendingTotp(
  tx: Transaction,
  userId: string,
  pending: string,
  { step, now }: { step: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set({ sealed: pending, pending: null, enabled_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('pending', '=', pending)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses the code of a time step up. @returns false if that code or a later one was used */
export async function takeTotpStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Forgets a secret that does not count yet. */
export async function deletePendingTotp(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).where('sealed', 'is', null).execute()
  await tx.updateTable('totp_secrets').set({ pending: null }).where('user_id', '=', userId).execute()
}

export async function deleteTotp(tx: Transaction, userId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly string[],
  now: number,
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = hashes.map(hash => ({ user_id: userId, hash, created_at: now }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}

/** Uses a recovery code up. @returns false if it is unknown or was used */
export async function takeRecoveryCode(tx: Transaction, userId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
