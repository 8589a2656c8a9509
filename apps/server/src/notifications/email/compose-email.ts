import type { Database } from '../../database/tables.ts'
import { findKind } from '../kinds/notification-kinds.ts'
import type { ClaimedDelivery } from '../outbox/claim-store.ts'
import { createEmailLinks } from './email-links.ts'
import type { EmailRecipient } from './email-recipient-store.ts'
import type { Email } from './email-transport.ts'
import type { SignedLinks } from './signed-links.ts'

export interface EmailParts {
  readonly db: Database
  readonly links: SignedLinks
  /** Origin of the web application. */
  readonly origin: string
  /** Whether mail programs get no pictures, because guests get none. */
  readonly isPrivate: () => Promise<boolean>
}

/**
 * Composes one email from deliveries of one kind to one recipient.
 * @returns undefined if there is nothing left to say
 */
export async function composeEmail(
  { db, links: signed, origin, isPrivate }: EmailParts,
  deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]],
  recipient: EmailRecipient,
): Promise<Email | undefined> {
  const [{ id, kind, needsPermission }] = deliveries
  const links = await createEmailLinks(signed, origin, recipient)
  const context = { db, origin, recipient, links, showsPictures: !(await isPrivate()) }
  const body = await findKind(kind).composeEmail(deliveries, context)
  return body && { ...body, id, to: recipient.email, unsubscribe: needsPermission ? links.settings : '' }
}
