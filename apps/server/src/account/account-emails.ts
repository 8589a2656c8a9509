import type { Transaction } from '../database/tables.ts'

/** Enqueues emails about an account, in the transaction of the change: an email is sent if and only if it commits. */
export interface AccountEmails {
  welcome(tx: Transaction, userId: string): Promise<unknown>
  /** @param first the account had no password before */
  passwordChanged(tx: Transaction, userId: string, first: boolean): Promise<void>
  accountDeleted(tx: Transaction, user: { id: string; name: string; email: string }): Promise<unknown>
}
