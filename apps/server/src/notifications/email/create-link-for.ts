import { createEmailLink } from '../../account/email/email-links.ts'
import type { EmailLinkPurpose } from '../../account/tables.ts'
import { lockForSignIn } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { findKind } from '../kinds/notification-kinds.ts'
import type { ClaimedDelivery } from '../outbox/claim-store.ts'
import { isWaiting } from '../outbox/delivery-store.ts'
import type { EmailRecipient } from './email-recipient-store.ts'

interface WantedLink {
  readonly purpose: EmailLinkPurpose
  readonly recipient: EmailRecipient
  readonly session: string | undefined
}

/**
 * Creates the token of a link for an email that is being written. A delivery that has been claimed is dropped like any other when
 * the ways into its account end: with the account locked, it is certain whether this one still counts.
 * @returns undefined if it does not, or the account is disabled or deleted
 */
export function createLinkFor(
  db: Database,
  { id, kind }: ClaimedDelivery,
  { purpose, recipient, session }: WantedLink,
): Promise<string | undefined> {
  if (!findKind(kind).makesLinks) throw new Error(`${kind} must declare that it makes links.`)
  const { userId, email } = recipient
  return write(db, async tx => {
    if (!(await lockForSignIn(tx, userId)) || !(await isWaiting(tx, id))) return undefined
    return createEmailLink(tx, purpose, { userId, email, session: session ?? null })
  })
}
