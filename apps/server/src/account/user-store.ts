import type { Profile, User } from '@refrain/contract/account/user'
import { foldName } from '@refrain/contract/fold-name'
import type { Insertable } from 'kysely'
import { compileOnce } from '../database/compile-once.ts'
import { literal } from '../database/literal.ts'
import type { Database, Transaction } from '../database/tables.ts'
import { UnauthorizedError } from '../http/errors/request-errors.ts'
import { closeSetUp } from '../set-up/set-up-store.ts'
import type { UserRow } from './tables.ts'

const selectUser = compileOnce((db, id) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'profile_path', 'google_sub', 'password_hash', 'administrator'])
    .where('id', '=', id),
)

/** A listener's own view of their account. */
export async function readUser(db: Database, id: string): Promise<User | undefined> {
  const [row] = await selectUser(db, id)
  if (!row) return undefined
  const { name, email } = row
  const isProviderAccount = row.google_sub !== null && row.password_hash === null
  const role = row.administrator === 1 ? { isAdministrator: true as const } : {}
  return { id: row.id, name, email, picturePath: row.profile_path, isProviderAccount, ...role }
}

const selectProfile = compileOnce((db, id) =>
  db.selectFrom('users').select(['id', 'name', 'profile_path']).where('id', '=', id),
)

/** A listener as others see them. */
export async function readProfile(db: Database, id: string): Promise<Profile | undefined> {
  const [row] = await selectProfile(db, id)
  return row && { id: row.id, name: row.name, picturePath: row.profile_path }
}

/** At most `most`, sorted by name. */
export async function readProfiles(db: Database, most: number): Promise<Profile[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'profile_path'])
    .orderBy('id')
    .limit(literal(most))
    .execute()
  return rows
    .map(({ id, name, profile_path }) => ({ id, name, picturePath: profile_path }))
    .sort((a, b) => byName.compare(a.name, b.name))
}

const byName = new Intl.Collator('en')

/** @returns false if the account has been deleted */
export async function renameUser(tx: Transaction, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ name, folded_name: foldName(name) })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** For verifying a login. The hash is null for an account without a password. */
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

export async function updateProfilePicture(tx: Transaction, id: string, picturePath: string): Promise<void> {
  await tx.updateTable('users').set({ profile_path: picturePath }).where('id', '=', id).execute()
}

/** The account's password hash: null without a password, undefined without an account. */
export async function readPasswordHash(db: Database, id: string): Promise<string | null | undefined> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash
}

/** Besides passkeys; undefined if the account has been deleted. */
export async function readWaysToSignIn(
  db: Database,
  id: string,
): Promise<{ hasPassword: boolean; hasProviderAccount: boolean } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['password_hash', 'google_sub'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { hasPassword: row.password_hash !== null, hasProviderAccount: row.google_sub !== null }
}

/** Undefined if the account has been deleted. */
export async function readUserCreatedAt(db: Database, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('users').select('created_at').where('id', '=', id).executeTakeFirst()
  return row?.created_at
}

/** The account of a provider's user id (the `sub` claim). */
export async function readUserBySub(
  db: Database,
  sub: string,
): Promise<Pick<UserRow, 'id' | 'profile_path'> | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'profile_path'])
    .where('google_sub', '=', sub)
    .executeTakeFirst()
}

/**
 * Also closes the set-up of a new service: it is for the first account only.
 * @returns false if the email address or the provider's user id has an account
 */
export async function insertUser(tx: Transaction, user: Insertable<UserRow>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values({ ...user, folded_name: foldName(user.name) })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  await closeSetUp(tx)
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Replaces the hash that was verified (null for none), and locks the account until the transaction ends.
 * @returns false if the account has been deleted or its password changed
 */
export async function replacePasswordHash(
  tx: Transaction,
  id: string,
  verified: string | null,
  next: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', id)
    .where('password_hash', verified === null ? 'is' : '=', verified)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets the hash, whatever it was. */
export async function setPasswordHash(tx: Transaction, id: string, hash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
}

/**
 * Locks the account until the transaction ends: a listener's writes run one after the other.
 * @throws UnauthorizedError if the account has been deleted
 */
export async function lockUser(tx: Transaction, id: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set(eb => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new UnauthorizedError()
}

/**
 * Locks the account until the transaction ends, so that it is not disabled while a session starts.
 * @returns whether its listener may sign in
 */
export async function lockForSignIn(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set(eb => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', id)
    .returning('disabled_at')
    .executeTakeFirst()
  return row !== undefined && row.disabled_at === null
}

/** Deletes the account; foreign keys delete everything that refers to it. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}
