import type { Transaction } from '../database/tables.ts'
import type { AccountEmails } from './account-emails.ts'
import { deleteUser, lockUser, readUser } from './user-store.ts'

/** What deleting an account needs from the domains after this one. */
export interface DeletionParts {
  /** Runs before an account is deleted, to correct stored counts such as followers. */
  readonly beforeDelete: (tx: Transaction, userId: string) => Promise<void>
  readonly mails: AccountEmails
}

/**
 * Deletes an account and everything that belongs to it, and tells its listener.
 * @throws UnauthorizedError if there is no such account
 */
export async function deleteAccount(tx: Transaction, userId: string, parts: DeletionParts): Promise<void> {
  await lockUser(tx, userId)
  await parts.beforeDelete(tx, userId)
  const user = await readUser(tx, userId)
  if (user) await parts.mails.accountDeleted(tx, { id: userId, name: user.name, email: user.email })
  await deleteUser(tx, userId)
}
