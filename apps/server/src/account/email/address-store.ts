import type { Database, Transaction } from '../../database/tables.ts'
import type { UserRow } from '../tables.ts'

/** A listener's email address as it is stored. */
export interface Address {
  readonly name: string
  readonly email: string
  readonly folded_email: string
  /** null: nobody has opened the link that was sent there. */
  readonly email_verified_at: number | null
}

/** Undefined if the account has been deleted. */
export async function readAddress(db: Database, userId: string): Promise<Address | undefined> {
  return db
    .selectFrom('users')
    .select(['name', 'email', 'folded_email', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export async function markAddressVerified(tx: Transaction, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** Replaces a listener's address by another that is verified. @returns false if that belongs to an account */
export async function replaceAddress(
  tx: Transaction,
  userId: string,
  address: Pick<UserRow, 'email' | 'folded_email'>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ ...address, email_verified_at: now })
    .where('id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as other')
            .select('other.id')
            .where('other.folded_email', '=', address.folded_email),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
