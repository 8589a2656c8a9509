import { dayLimits } from '@refrain/contract/limits'
import type { AccountEmails } from '../../account/account-emails.ts'
import { createEmailLink } from '../../account/email/email-links.ts'
import { removeTotp } from '../../account/totp/second-factor.ts'
import { lockUser } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { type Administrator, recordAction } from '../audit/record-action.ts'
import { requirePerson } from './change-person.ts'

const LIFETIME_MS = dayLimits.handedResetLink * 86_400_000

/**
 * Creates a link for a new password, to be handed to a listener whom no email reaches. Using it ends every other way into the
 * account, and verifies no address.
 * @returns the link's token, and until when it works in epoch milliseconds
 * @throws NotFoundError
 */
export function createResetLink(
  db: Database,
  by: Administrator,
  id: string,
): Promise<{ token: string; expiresAt: number }> {
  return write(db, async tx => {
    await requirePerson(tx, id)
    const expiresAt = Date.now() + LIFETIME_MS
    const token = await createEmailLink(tx, 'reset', { userId: id, email: '' }, LIFETIME_MS)
    await recordAction(tx, by, 'madeResetLink', { personId: id })
    return { token, expiresAt }
  })
}

/**
 * Turns off the two-step login of a listener who is locked out by it, and tells them by email.
 * @returns false if it was off
 * @throws NotFoundError
 */
export function turnOffTotp(
  db: Database,
  by: Administrator,
  id: string,
  mails: AccountEmails,
): Promise<boolean> {
  return write(db, async tx => {
    await requirePerson(tx, id)
    await lockUser(tx, id)
    const wasOn = await removeTotp(tx, id, mails)
    if (wasOn) await recordAction(tx, by, 'turnedOffTotp', { personId: id })
    return wasOn
  })
}
