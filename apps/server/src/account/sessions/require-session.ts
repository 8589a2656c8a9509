import type { Transaction } from '../../database/tables.ts'
import { UnauthorizedError } from '../../http/errors/request-errors.ts'
import type { SignedInUser } from '../../http/requests/actor.ts'
import { lockForSignIn } from '../user-store.ts'
import { readSession } from './session-store.ts'

/**
 * Locks the account until the transaction ends, and makes sure that the session of the call has not ended meanwhile. Every call
 * that adds a way into the account or asks for one does this: else whoever was signed out while it ran would keep a way back in.
 * @throws UnauthorizedError if the session has ended, or the account is disabled or deleted
 */
export async function requireSession(
  tx: Transaction,
  { userId, session }: Pick<SignedInUser, 'userId' | 'session'>,
): Promise<void> {
  if (!(await lockForSignIn(tx, userId)) || !(await readSession(tx, session))) throw new UnauthorizedError()
}
