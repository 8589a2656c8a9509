import { ADDRESS_TAKEN } from '@refrain/contract/account/email'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import type { SignedInUser } from '../../http/requests/actor.ts'
import type { AccountEmails } from '../account-emails.ts'
import { requireSession } from '../sessions/require-session.ts'
import { foldEmail } from '../sign-up/fold-email.ts'
import { endWaysIn } from '../ways-in/end-ways-in.ts'
import { markAddressVerified, readAddress, replaceAddress } from './address-store.ts'
import { deleteEmailLinks } from './email-link-store.ts'
import { LinkExpiredError, useEmailLink } from './email-links.ts'

/**
 * Verifies the address that a link was sent to. If it is not the listener's, they are changing to it: it becomes theirs, and
 * their former address is told, and all sessions end but the one that asked for the change.
 * @returns the listener, and whether their address is another one now
 * @throws LinkExpiredError unless the link works, RequestError (409) if the address belongs to another account
 */
export function verifyEmail(
  db: Database,
  token: string,
  mails: AccountEmails,
): Promise<{ userId: string; isChanged: boolean }> {
  return write(db, async tx => {
    const { userId, email, session } = await useEmailLink(tx, 'verify', token)
    const former = await readAddress(tx, userId)
    if (!former) throw new LinkExpiredError()
    if (foldEmail(email) === former.folded_email) {
      await markAddressVerified(tx, userId, Date.now())
      // Links to other addresses would undo this.
      await deleteEmailLinks(tx, userId)
      await mails.dropLinks(tx, userId, [former.folded_email])
      return { userId, isChanged: false }
    }
    await moveTo(tx, userId, email)
    if (former.email_verified_at !== null)
      await mails.emailChanged(tx, { id: userId, name: former.name, email: former.email })
    await endWaysIn(tx, userId, { name: 'emailChanged', session, formerEmail: former.folded_email }, mails)
    return { userId, isChanged: true }
  })
}

/**
 * Sends a link to an address that a listener wants to change to.
 * @throws UnauthorizedError if their session has ended
 */
export function sendLinkTo(
  db: Database,
  actor: Pick<SignedInUser, 'userId' | 'session'>,
  email: string,
  mails: AccountEmails,
): Promise<void> {
  return write(db, async tx => {
    await requireSession(tx, actor)
    await mails.verification(tx, actor.userId, email, actor.session)
  })
}

async function moveTo(tx: Transaction, userId: string, email: string): Promise<void> {
  const address = { email, folded_email: foldEmail(email) }
  if (!(await replaceAddress(tx, userId, address, Date.now()))) throw new RequestError(409, ADDRESS_TAKEN)
}
