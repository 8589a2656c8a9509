import { firstPasswordForm } from '@refrain/contract/account/forms'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { InvalidInputError } from '../../http/errors/request-errors.ts'
import type { AccountEmails } from '../account-emails.ts'
import { deleteAppKeys } from '../app-keys/app-key-store.ts'
import { deletePasskeys } from '../passkeys/passkey-store.ts'
import { rejectCommonPassword } from '../passwords/common-passwords.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { deleteAllSessions } from '../sessions/session-store.ts'
import { setPasswordHash } from '../user-store.ts'
import { markAddressVerified } from './address-store.ts'
import { deleteEmailLinks } from './email-link-store.ts'
import { requireEmailLink, useEmailLink } from './email-links.ts'

/**
 * Sets a new password with a link from an email, and ends all sessions, passkeys, app passwords and API keys: somebody else may
 * have made them. Whoever opened the link reads the mailbox: the address is verified.
 * @param signal aborts the change
 * @returns the listener
 * @throws LinkExpiredError unless the link works, InvalidInputError for a password that is too short or too long
 */
export async function resetPassword(
  db: Database,
  { token, newPassword }: { token: string; newPassword: string },
  mails: AccountEmails,
  signal?: AbortSignal,
): Promise<string> {
  const form = firstPasswordForm.safeParse({ newPassword })
  if (!form.success) throw new InvalidInputError(form.error.issues[0]?.message ?? '')
  await rejectCommonPassword(newPassword)
  // Hashing is costly: first for those who have a link.
  await requireEmailLink(db, 'reset', token)
  const hash = await hashPassword(newPassword, signal)
  return write(db, async tx => {
    signal?.throwIfAborted()
    const { userId } = await useEmailLink(tx, 'reset', token)
    await setPasswordHash(tx, userId, hash)
    await markAddressVerified(tx, userId, Date.now())
    await deleteEmailLinks(tx, userId)
    await deleteAllSessions(tx, userId)
    await deleteAppKeys(tx, userId)
    await deletePasskeys(tx, userId)
    await mails.passwordChanged(tx, userId, false)
    return userId
  })
}
