import { firstPasswordForm } from '@refrain/contract/account/forms'
import type { updatePassword } from '@refrain/contract/account/own-account'
import { textLimits } from '@refrain/contract/limits'
import type { InputOf } from '@refrain/contract/operation'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { ForbiddenError, InvalidInputError, UnauthorizedError } from '../../http/errors/request-errors.ts'
import { type Actor, requireRecentSignIn } from '../../http/requests/actor.ts'
import type { AccountEmails } from '../account-emails.ts'
import { deleteAppKeys } from '../app-keys/app-key-store.ts'
import { deleteEmailLinks } from '../email/email-link-store.ts'
import { deletePasskeys } from '../passkeys/passkey-store.ts'
import { deleteOtherSessions } from '../sessions/session-store.ts'
import { readPasswordHash, replacePasswordHash } from '../user-store.ts'
import { rejectCommonPassword } from './common-passwords.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'

/**
 * Changes the password, ends the listener's other sessions and revokes their app keys unless those stay. Passkeys stay unless
 * they are to go as well. Of two concurrent changes one fails.
 * @param signal aborts the change
 * @throws ForbiddenError if the current password is wrong, or the sign-in is too old to set a first password
 * @throws UnauthorizedError if the account has been deleted
 */
export async function changePassword(
  db: Database,
  actor: Actor,
  mails: AccountEmails,
  given: InputOf<typeof updatePassword>,
  signal?: AbortSignal,
): Promise<void> {
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
  await write(db, async tx => {
    signal?.throwIfAborted()
    if (!(await replacePasswordHash(tx, actor.userId, hash, next))) {
      const isDeleted = (await readPasswordHash(tx, actor.userId)) === undefined
      throw isDeleted ? new UnauthorizedError() : new WrongPasswordError()
    }
    await deleteOtherSessions(tx, actor.userId, actor.session)
    if (!given.keepsAppKeys) await deleteAppKeys(tx, actor.userId)
    if (given.removesPasskeys) await deletePasskeys(tx, actor.userId)
    // Somebody else may have asked for them.
    await deleteEmailLinks(tx, actor.userId)
    await mails.passwordChanged(tx, actor.userId, hash === null)
  })
}

/** 403, not 401: a typo must not sign the listener out. */
class WrongPasswordError extends ForbiddenError {
  override name = 'WrongPasswordError'
  constructor() {
    super('The current password is wrong.')
  }
}
