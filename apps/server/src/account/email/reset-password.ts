import { firstPasswordForm } from '@refrain/contract/account/forms'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { InvalidInputError } from '../../http/errors/request-errors.ts'
import type { AccountEmails } from '../account-emails.ts'
import { rejectCommonPassword } from '../passwords/common-passwords.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { foldEmail } from '../sign-up/fold-email.ts'
import { setPasswordHash } from '../user-store.ts'
import { endWaysIn } from '../ways-in/end-ways-in.ts'
import { markAddressVerified, readAddress } from './address-store.ts'
import { requireEmailLink, useEmailLink } from './email-links.ts'

/**
 * Sets a new password with a link, and ends every other way into the account: somebody else may have made them. Whoever opened a
 * link that was sent to the address reads its mailbox: it is verified.
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
    const { userId, email } = await useEmailLink(tx, 'reset', token)
    await setPasswordHash(tx, userId, hash)
    const address = await readAddress(tx, userId)
    if (foldEmail(email) === address?.folded_email) await markAddressVerified(tx, userId, Date.now())
    await endWaysIn(tx, userId, { name: 'passwordReset' }, mails)
    await mails.passwordChanged(tx, userId, false)
    return userId
  })
}
