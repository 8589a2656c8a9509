import { PRODUCT_NAME } from '@refrain/contract/product'
import { createEmailLink } from '../../account/email/email-links.ts'
import type { EmailLinkPurpose } from '../../account/tables.ts'
import { lockForSignIn } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { readLiveSettings } from '../../live-settings/live-settings.ts'
import { findKind } from '../kinds/notification-kinds.ts'
import type { ClaimedDelivery } from '../outbox/claim-store.ts'
import { isWaiting } from '../outbox/delivery-store.ts'
import { createEmailLinks } from './email-links.ts'
import type { EmailRecipient } from './email-recipient-store.ts'
import type { Email } from './email-transport.ts'
import type { SignedLinks } from './signed-links.ts'

interface WantedLink {
  readonly purpose: EmailLinkPurpose
  readonly recipient: EmailRecipient
  readonly session: string | undefined
}

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

/**
 * Creates the token of a link for an email that is being written. A delivery that has been claimed is dropped like any other when
 * the ways into its account end: with the account locked, it is certain whether this one still counts.
 * @returns undefined if it does not, or the account is disabled or deleted
 */
function createLinkFor(
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
