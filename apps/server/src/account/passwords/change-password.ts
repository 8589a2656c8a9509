import { firstPasswordForm } from '@refrain/contract/account/forms'
import type { updatePassword } from '@refrain/contract/account/own-account'
import { textLimits } from '@refrain/contract/limits'
import type { InputOf } from '@refrain/contract/operation'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { ForbiddenError, InvalidInputError, UnauthorizedError } from '../../http/errors/request-errors.ts'
import { type Actor, requireRecentSignIn } from '../../http/requests/actor.ts'
import type { AccountEmails } from '../account-emails.ts'
import { requireSession } from '../sessions/require-session.ts'
import { replaceSessionToken } from '../sessions/session-store.ts'
import { createToken, hashToken } from '../sessions/token.ts'
import { readPasswordHash, replacePasswordHash } from '../user-store.ts'
import { endWaysIn } from '../ways-in/end-ways-in.ts'
import { rejectCommonPassword } from './common-passwords.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'

/**
 * Changes the password and ends the ways into the account that somebody else may have: other sessions, links, app keys unless
 * those stay, and passkeys if they are to go. The session that asks gets another token. Of two concurrent changes one fails.
 * @param signal aborts the change
 * @returns the session's new token
 * @throws ForbiddenError if the current password is wrong, or the sign-in is too old to set a first password
 * @throws UnauthorizedError if the session has ended
 */
export async function changePassword(
  db: Database,
  actor: Actor,
  mails: AccountEmails,
  given: InputOf<typeof updatePassword>,
  signal?: AbortSignal,
): Promise<string> {
  const { newPassword, currentPassword = '' } = given
  const form = firstPasswordForm.safeParse({ newPassword })
  if (!form.success) throw new InvalidInputError(form.error.issues[0]?.message ?? '')
  await rejectCommonPassword(newPassword)
  const hash = await readPasswordHash(db, actor.userId)
  if (hash === undefined) throw new UnauthorizedError()
  // The current password proves who it is; a first one has none.
  if (hash === null) requireRecentSignIn(actor)
  else if (
    currentPassword.length > textLimits.password.max ||
    !(await verifyPassword(currentPassword, hash, signal))
  )
    throw new WrongPasswordError()
  const next = await hashPassword(newPassword, signal)
  return write(db, async tx => {
    signal?.throwIfAborted()
    if (!(await replacePasswordHash(tx, actor.userId, hash, next))) {
      const isDeleted = (await readPasswordHash(tx, actor.userId)) === undefined
      throw isDeleted ? new UnauthorizedError() : new WrongPasswordError()
    }
    await requireSession(tx, actor)
    const { keepsAppKeys, removesPasskeys } = given
    const event = { name: 'passwordChanged', session: actor.session, keepsAppKeys, removesPasskeys } as const
    await endWaysIn(tx, actor.userId, event, mails)
    await mails.passwordChanged(tx, actor.userId, hash === null)
    // Somebody else may know the former one.
    const token = createToken()
    await replaceSessionToken(tx, { from: actor.session, to: hashToken(token) })
    return token
  })
}

/** 403, not 401: a typo must not sign the listener out. */
class WrongPasswordError extends ForbiddenError {
  override name = 'WrongPasswordError'
  constructor() {
    super('The current password is wrong.')
  }
}
