import type { User } from '@refrain/contract/account'
import type { Insertable } from 'kysely'
import { compileOnce } from '../database/compile-once.ts'
import type { Database, Transaction } from '../database/tables.ts'
import type { UserRow } from './tables.ts'

const selectUser = compileOnce((db, id) =>
  db.selectFrom('users').select(['id', 'name', 'email', 'profile_path', 'google_sub']).where('id', '=', id),
)

/** A listener as they see themselves. */
export async function readUser(db: Database, id: string): Promise<User | undefined> {
  const [row] = await selectUser(db, id)
  if (!row) return undefined
  const { name, email, profile_path, google_sub } = row
  return { _id: row.id, name, email, profile_path, isGoogleUser: google_sub !== null }
}

/** What a log-in is checked against; null for an account without a password. */
export interface Credentials {
  readonly id: string
  readonly password_hash: string | null
}

const selectCredentials = compileOnce((db, foldedEmail) =>
  db.selectFrom('users').select(['id', 'password_hash']).where('folded_email', '=', foldedEmail),
)

export async function readCredentials(db: Database, foldedEmail: string): Promise<Credentials | undefined> {
  const [row] = await selectCredentials(db, foldedEmail)
  return row
}

/** @returns false where the e-mail address has an account already */
export async function insertUser(tx: Transaction, user: Insertable<UserRow>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values(user)
    .onConflict(conflict => conflict.column('folded_email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Puts a new hash in the place of the one that was verified, and holds the account until the transaction
 * ends. @returns false where the account is gone or its password another by now
 */
export async function replaceHash(
  tx: Transaction,
  id: string,
  verified: string,
  next: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', id)
    .where('password_hash', '=', verified)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes the account with all that refers to it. @returns false where it was gone */
export async function removeUser(tx: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('users').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}
