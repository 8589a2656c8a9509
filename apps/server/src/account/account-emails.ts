import type { Transaction } from '../database/tables.ts'

/** Enqueues emails about an account, in the transaction of the change: an email is sent if and only if it commits. */
export interface AccountEmails {
  /** Also verifies the address. */
  welcome(tx: Transaction, userId: string): Promise<unknown>
  /**
   * @param email the listener's address, or the one that they want to change to
   * @param session that asks
   */
  verification(tx: Transaction, userId: string, email: string, session: string): Promise<void>
  /**
   * @param email whether it has an account or not
   * @param asker IP address of whoever asks
   */
  passwordReset(tx: Transaction, email: string, asker: string): Promise<void>
  /**
   * Drops emails that wait to be sent and would carry a link that verifies or changes the address, or replaces the password.
   * @param addresses folded addresses for which somebody may have asked for a new password
   */
  dropLinks(tx: Transaction, userId: string, addresses: readonly string[]): Promise<void>
  /** @param former with the address that the account had */
  emailChanged(tx: Transaction, former: { id: string; name: string; email: string }): Promise<void>
  /** @param isOn logins ask for a code from now on */
  secondFactorChanged(tx: Transaction, userId: string, isOn: boolean): Promise<void>
  /** A passkey was added or removed. @param name as the listener calls it */
  passkeysChanged(tx: Transaction, userId: string, passkey: { name: string; isAdded: boolean }): Promise<void>
  /** @param first the account had no password before */
  passwordChanged(tx: Transaction, userId: string, first: boolean): Promise<void>
  accountDeleted(tx: Transaction, user: { id: string; name: string; email: string }): Promise<unknown>
}
