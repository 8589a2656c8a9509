import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { ForbiddenError, UnauthorizedError } from '../../http/errors/request-errors.ts'
import type { Actor } from '../../http/requests/actor.ts'
import { verifyPassword } from '../passwords/hash-password.ts'
import { markSessionConfirmed } from '../sessions/session-store.ts'
import { readPasswordHash } from '../user-store.ts'

/**
 * Lets the session make sensitive changes for some minutes.
 * @throws ForbiddenError if the password is wrong: not 401, which would sign the listener out
 */
export async function confirmSignIn(
  db: Database,
  actor: Actor,
  password: string,
  signal?: AbortSignal,
): Promise<void> {
  const hash = await readPasswordHash(db, actor.userId)
  if (hash === undefined) throw new UnauthorizedError()
  if (!(await verifyPassword(password, hash, signal))) throw new ForbiddenError('The password is wrong.')
  await write(db, tx => markSessionConfirmed(tx, actor.session, Date.now()))
}
