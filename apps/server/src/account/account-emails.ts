import type { Transaction } from '../database/tables.ts'

/**
 * Writes to a listener of what happens to their account. Each is left in the transaction in which it happens, so that
 * nothing is told that did not, and nothing that did is not told.
 */
export interface AccountEmails {
  welcome(tx: Transaction, userId: string): Promise<unknown>
  /** @param first where the account had no password before */
  passwordChanged(tx: Transaction, userId: string, first: boolean): Promise<void>
  accountDeleted(tx: Transaction, user: { id: string; name: string; email: string }): Promise<unknown>
}
