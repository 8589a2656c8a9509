import { write } from '../../database/retry.ts'
import type { Channel, DeliveryOutcome } from '../outbox/channel.ts'
import { type ClaimedDelivery, claimDue } from '../outbox/claim-store.ts'
import { claimDigests } from '../outbox/digest-claim-store.ts'
import { composeEmail, type EmailParts } from './compose-email.ts'
import { type EmailRecipient, readEmailRecipient } from './email-recipient.ts'
import type { EmailTransport } from './email-transport.ts'
import {
  countEmail,
  isMailboxStopped,
  MAX_ACCOUNT_EMAILS_PER_DAY,
  MAX_WELCOME_EMAILS_PER_DAY,
} from './mailbox-store.ts'

/** Together as many as the transport has connections: the time that a mail has begins when it is claimed. */
const MAILS_AT_ONCE = 1
const DIGESTS_AT_ONCE = 2

/** Mails that are sent at once. */
export function createEmailChannel(parts: EmailParts, transport: EmailTransport): Channel {
  return {
    maxConcurrent: MAILS_AT_ONCE,
    claim: async (tx, options) => (await claimDue(tx, 'mail', options)).map(one => [one]),
    send: claimed => sendEmail(parts, transport, claimed),
  }
}

/** Mails that are gathered: of all that waits for a listener one is made, at most one a day. */
export function createDigestChannel(parts: EmailParts, transport: EmailTransport): Channel {
  return {
    maxConcurrent: DIGESTS_AT_ONCE,
    claim: claimDigests,
    send: claimed => sendEmail(parts, transport, claimed),
  }
}

async function sendEmail(
  parts: EmailParts,
  transport: EmailTransport,
  claimed: readonly [ClaimedDelivery, ...ClaimedDelivery[]],
): Promise<DeliveryOutcome> {
  const [first] = claimed
  const reader = formerListener(first) ?? (await readEmailRecipient(parts.db, first.recipient))
  if (!reader || (first.needsPermission && !reader.allowsEmail)) return 'gone'
  if (!(await mayWriteTo(parts, first, reader))) return 'gone'
  const mail = await composeEmail(parts, claimed, reader)
  return mail ? transport.send(mail) : 'gone'
}

/** Who has left is in no table: the mail that says so knows them itself, until it is sent. */
function formerListener({ kind, recipient, body }: ClaimedDelivery): EmailRecipient | undefined {
  if (kind !== 'account-deleted') return undefined
  const { name, email } = body as { name: string; email: string }
  return { userId: recipient, name, email, allowsEmail: false }
}

/** Nobody has proven that the address is the listener's: its owner may want no mail, and gets few about accounts. */
async function mayWriteTo(
  { db, links }: EmailParts,
  claimed: ClaimedDelivery,
  reader: EmailRecipient,
): Promise<boolean> {
  const mailbox = await links.hashMailbox(reader.email)
  // A mail that is tried again was counted before.
  const isCounted = !claimed.needsPermission && claimed.attempts === 1
  if (!isCounted) return !(await isMailboxStopped(db, mailbox))
  const most = claimed.kind === 'welcome' ? MAX_WELCOME_EMAILS_PER_DAY : MAX_ACCOUNT_EMAILS_PER_DAY
  return write(db, tx => countEmail(tx, mailbox, Date.now(), most))
}
