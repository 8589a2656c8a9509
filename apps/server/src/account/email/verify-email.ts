import { ADDRESS_TAKEN } from '@refrain/contract/account/email'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import type { AccountEmails } from '../account-emails.ts'
import { foldEmail } from '../sign-up/fold-email.ts'
import { markAddressVerified, readAddress, replaceAddress } from './address-store.ts'
import { deleteEmailLinks } from './email-link-store.ts'
import { LinkExpiredError, useEmailLink } from './email-links.ts'

/**
 * Verifies the address that a link was sent to. If it is not the listener's, they are changing to it: it becomes theirs, and
 * their former address is told.
 * @returns the listener
 * @throws LinkExpiredError unless the link works, RequestError (409) if the address belongs to another account
 */
export function verifyEmail(db: Database, token: string, mails: AccountEmails): Promise<string> {
  return write(db, async tx => {
    const { userId, email } = await useEmailLink(tx, 'verify', token)
    const former = await readAddress(tx, userId)
    if (!former) throw new LinkExpiredError()
    if (foldEmail(email) === former.folded_email) await markAddressVerified(tx, userId, Date.now())
    else await moveTo(tx, userId, email)
    if (foldEmail(email) !== former.folded_email && former.email_verified_at !== null)
      await mails.emailChanged(tx, { id: userId, name: former.name, email: former.email })
    // Links to other addresses would undo this.
    await deleteEmailLinks(tx, userId)
    return userId
  })
}

async function moveTo(tx: Transaction, userId: string, email: string): Promise<void> {
  const address = { email, folded_email: foldEmail(email) }
  if (!(await replaceAddress(tx, userId, address, Date.now()))) throw new RequestError(409, ADDRESS_TAKEN)
}
