import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../../database/tables.ts'
import type { SignInAddressRow } from '../tables.ts'

export async function upsertSignInAddress(tx: Transaction, row: Selectable<SignInAddressRow>): Promise<void> {
  await tx
    .insertInto('sign_in_addresses')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'address_hash'])
        .doUpdateSet({ network_hash: row.network_hash, last_at: row.last_at }),
    )
    .execute()
}

/** Forgets from where a listener signed in. */
export async function deleteSignInAddresses(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_addresses').where('user_id', '=', userId).execute()
}

/** Whether the listener signed in from the address after the given time. */
export async function hasSignInAddress(
  db: Database,
  { user_id, address_hash }: Pick<SignInAddressRow, 'user_id' | 'address_hash'>,
  after: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_addresses')
    .select('last_at')
    .where('user_id', '=', user_id)
    .where('address_hash', '=', address_hash)
    .where('last_at', '>', after)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the listener signed in from the network after the given time. */
export async function hasSignInNetwork(
  db: Database,
  { user_id, network_hash }: Pick<Selectable<SignInAddressRow>, 'user_id' | 'network_hash'>,
  after: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_addresses')
    .select('last_at')
    .where('user_id', '=', user_id)
    .where('network_hash', '=', network_hash)
    .where('last_at', '>', after)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSignInAddressesBefore(tx: Transaction, instant: number): Promise<void> {
  await tx.deleteFrom('sign_in_addresses').where('last_at', '<=', instant).execute()
}
