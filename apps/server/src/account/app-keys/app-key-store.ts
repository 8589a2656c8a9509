import { compileOnce } from '../../database/compile-once.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { AppKeyRow } from '../tables.ts'

/** A key with what identifies its listener to apps. */
export interface StoredAppKey extends AppKeyRow {
  readonly email: string
}

const selectKeys = (db: Database) =>
  db
    .selectFrom('app_keys')
    .innerJoin('users', 'users.id', 'app_keys.user_id')
    .selectAll('app_keys')
    .select('users.email')
    // Administrators disable an account with everything that signs in to it.
    .where('users.disabled_at', 'is', null)

const selectByEmail = compileOnce<StoredAppKey>((db, foldedEmail) =>
  selectKeys(db).where('users.folded_email', '=', foldedEmail).where('app_keys.kind', '=', 'password'),
)
const selectByUser = compileOnce<StoredAppKey>((db, userId) =>
  selectKeys(db).where('app_keys.user_id', '=', userId).where('app_keys.kind', '=', 'password'),
)
const selectByHash = compileOnce<StoredAppKey>((db, hash) => selectKeys(db).where('app_keys.hash', '=', hash))

/** The app passwords of the account with an email address. */
export const readAppPasswordsByEmail = selectByEmail
/** The app passwords of the account with an id. */
export const readAppPasswordsByUser = selectByUser

/** The API key with a hash. */
export async function readApiKey(db: Database, hash: string): Promise<StoredAppKey | undefined> {
  const [row] = await selectByHash(db, hash)
  return row
}

/** A listener's keys of both kinds, newest first. */
export function listAppKeys(
  db: Database,
  userId: string,
): Promise<Omit<AppKeyRow, 'hash' | 'sealed' | 'sealed_with'>[]> {
  return db
    .selectFrom('app_keys')
    .select([
      'id',
      'user_id',
      'kind',
      'name',
      'scope',
      'created_at',
      'last_used_at',
      'last_client',
      'last_network',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function countAppKeys(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('app_keys')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertAppKey(tx: Transaction, row: AppKeyRow): Promise<void> {
  await tx.insertInto('app_keys').values(row).execute()
}

/** @returns false if the listener has no such key */
export async function deleteAppKey(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('app_keys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteAppKeys(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('app_keys').where('user_id', '=', userId).execute()
}

/** Deletes the app passwords of all listeners. @returns how many there were */
export async function deleteAllAppPasswords(tx: Transaction): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('app_keys').where('kind', '=', 'password').executeTakeFirst()
  return Number(numDeletedRows)
}

/** Sets when, by which app and from where a key was last used. */
export async function touchAppKey(
  tx: Transaction,
  id: string,
  use: Pick<AppKeyRow, 'last_client' | 'last_network'> & { readonly last_used_at: number },
): Promise<void> {
  await tx.updateTable('app_keys').set(use).where('id', '=', id).execute()
}

/** Fingerprints of the encryption keys that app passwords need. */
export async function readSealingKeys(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('app_keys')
    .select('sealed_with')
    .distinct()
    .where('sealed_with', 'is not', null)
    .execute()
  return rows.map(row => String(row.sealed_with))
}
