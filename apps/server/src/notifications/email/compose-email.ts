import { PRODUCT_NAME } from '@refrain/contract/product'
import type { Database } from '../../database/tables.ts'
import type { readLiveSettings } from '../../live-settings/live-settings.ts'
import { findKind } from '../kinds/notification-kinds.ts'
import type { ClaimedDelivery } from '../outbox/claim-store.ts'
import { createLinkFor } from './create-link-for.ts'
import { createEmailLinks } from './email-links.ts'
import type { EmailRecipient } from './email-recipient-store.ts'
import type { Email } from './email-transport.ts'
import type { SignedLinks } from './signed-links.ts'

export interface EmailParts {
  readonly db: Database
  readonly links: SignedLinks
  /** Origin of the web application. */
  readonly origin: string
  readonly readSettings: () => ReturnType<typeof readLiveSettings>
}

/**
 * Composes one email from deliveries of one kind to one recipient.
 * @returns undefined if there is nothing left to say
 */
export async function composeEmail(
  { db, links: signed, origin, readSettings }: EmailParts,
  deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]],
  recipient: EmailRecipient,
): Promise<Email | undefined> {
  const [{ id, kind, needsPermission }] = deliveries
  const links = await createEmailLinks(signed, origin, recipient)
  const { guests, serviceName } = await readSettings()
  const body = await findKind(kind).composeEmail(deliveries, {
    ...{ db, origin, recipient, links },
    serviceName: serviceName || PRODUCT_NAME,
    showsPictures: guests === 'listen',
    createLink: (purpose, session) => createLinkFor(db, deliveries[0], { purpose, recipient, session }),
  })
  return body && { ...body, id, to: recipient.email, unsubscribe: needsPermission ? links.settings : '' }
}
