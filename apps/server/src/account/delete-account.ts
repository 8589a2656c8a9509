import type { Transaction } from '../database/tables.ts'
import type { AccountEmails } from './account-emails.ts'
import { readAddress } from './email/address-store.ts'
import { deleteUser, lockUser } from './user-store.ts'

/** What deleting an account needs from the domains after this one. */
export interface DeletionParts {
  /** Runs before an account is deleted, to correct stored counts such as followers. */
  readonly beforeDelete: (tx: Transaction, userId: string) => Promise<void>
  readonly mails: AccountEmails
}

/**
 * Deletes an account and everything that belongs to it, and tells its listener if the address is verified.
 * @throws UnauthorizedError if there is no such account
 */
export async function deleteAccount(tx: Transaction, userId: string, parts: DeletionParts): Promise<void> {
  await lockUser(tx, userId)
  await parts.beforeDelete(tx, userId)
  const address = await readAddress(tx, userId)
  if (address && address.email_verified_at !== null)
    await parts.mails.accountDeleted(tx, { id: userId, name: address.name, email: address.email })
  await deleteUser(tx, userId)
}
