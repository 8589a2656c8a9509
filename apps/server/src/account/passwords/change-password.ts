import { firstPasswordForm } from '@refrain/contract/account/forms'
import { textLimits } from '@refrain/contract/limits'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { ForbiddenError, InvalidInputError, UnauthorizedError } from '../../http/errors/request-errors.ts'
import type { Actor } from '../../http/requests/actor.ts'
import type { AccountEmails } from '../account-emails.ts'
import { deleteOtherSessions, readSession } from '../sessions/session-store.ts'
import { readPasswordHash, replacePasswordHash } from '../user-store.ts'
import { rejectCommonPassword } from './common-passwords.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'

/** Who has no password yet has to have signed in so lately to set one: a screen that was left open does not do. */
const FRESH_MS = 900_000

/**
 * Sets another password and ends the listener's other sessions. Of two at once one is wrong by then.
 * @param late ends it
 * @throws ForbiddenError where the current password is wrong, or the session too old to set a first one
 */
export async function changePassword(
  db: Database,
  actor: Actor,
  mails: AccountEmails,
  given: { currentPassword?: string | undefined; newPassword: string },
  late?: AbortSignal,
): Promise<void> {
  const { newPassword, currentPassword = '' } = given
  const form = firstPasswordForm.safeParse({ newPassword })
  if (!form.success) throw new InvalidInputError(form.error.issues[0]?.message ?? '')
  await rejectCommonPassword(newPassword)
  const hash = await readPasswordHash(db, actor.userId)
  if (hash === undefined) throw new UnauthorizedError()
  if (hash === null) await requireFresh(db, actor)
  else if (
    currentPassword.length > textLimits.password.max ||
    !(await verifyPassword(currentPassword, hash, late))
  )
    throw new WrongPasswordError()
  const next = await hashPassword(newPassword, late)
  await write(db, async tx => {
    late?.throwIfAborted()
    if (!(await replacePasswordHash(tx, actor.userId, hash, next))) throw new WrongPasswordError()
    await deleteOtherSessions(tx, actor.userId, actor.session)
    await mails.passwordChanged(tx, actor.userId, hash === null)
  })
}

/** 403 and not 401: whoever mistypes stays signed in (PROP-32). */
class WrongPasswordError extends ForbiddenError {
  override name = 'WrongPasswordError'
  constructor() {
    super('The current password is wrong.')
  }
}

async function requireFresh(db: Database, { session }: Actor): Promise<void> {
  const row = await readSession(db, session)
  if (!row) throw new UnauthorizedError()
  if (Date.now() - row.created_at > FRESH_MS) {
    throw new ForbiddenError('Sign in again first, then set a password within 15 minutes.')
  }
}
