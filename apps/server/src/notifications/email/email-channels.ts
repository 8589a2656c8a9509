import { write } from '../../database/retry.ts'
import { findKind } from '../kinds/notification-kinds.ts'
import type { Channel, DeliveryOutcome } from '../outbox/channel.ts'
import { type ClaimedDelivery, claimDue } from '../outbox/claim-store.ts'
import { claimDigests } from '../outbox/digest-claim-store.ts'
import { composeEmail, type EmailParts } from './compose-email.ts'
import { type EmailRecipient, readEmailRecipient } from './email-recipient-store.ts'
import type { EmailTransport } from './email-transport.ts'
import { countEmail, isMailboxStopped, MAX_ACCOUNT_EMAILS_PER_DAY } from './mailbox-store.ts'

// Together these are the connections of the transport: the claim on an email runs while it is being sent.
const CONCURRENT_EMAILS = 1
const CONCURRENT_DIGESTS = 2

/** Emails that are sent at once. */
export function createEmailChannel(parts: EmailParts, transport: EmailTransport): Channel {
  return {
    maxConcurrent: CONCURRENT_EMAILS,
    claim: async (tx, options) => (await claimDue(tx, 'mail', options)).map(delivery => [delivery]),
    send: deliveries => sendEmail(parts, transport, deliveries),
  }
}

/** Digests: one email for everything that waits for a member, at most one a day. */
export function createDigestChannel(parts: EmailParts, transport: EmailTransport): Channel {
  return {
    maxConcurrent: CONCURRENT_DIGESTS,
    claim: claimDigests,
    send: deliveries => sendEmail(parts, transport, deliveries),
  }
}

async function sendEmail(
  parts: EmailParts,
  transport: EmailTransport,
  deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]],
): Promise<DeliveryOutcome> {
  const [first] = deliveries
  const { readRecipient, isForUnverified = false } = findKind(first.kind)
  const recipient = await (readRecipient?.(parts.db, first) ?? readEmailRecipient(parts.db, first.recipient))
  if (!recipient || (first.needsPermission && !recipient.allowsEmail)) return 'gone'
  if (!recipient.isVerified && !isForUnverified) return 'gone'
  if (!(await isMailboxOpen(parts, first, recipient))) return 'gone'
  const email = await composeEmail(parts, deliveries, recipient)
  return email ? transport.send(email) : 'gone'
}

/**
 * Whether the mailbox accepts this email. Anybody can sign up with any address: the owner of the mailbox may have stopped all
 * emails to it, and gets only a few about accounts. Whoever holds an old link must not silence warnings about an account whose
 * address is verified.
 */
async function isMailboxOpen(
  { db, links }: EmailParts,
  delivery: ClaimedDelivery,
  recipient: EmailRecipient,
): Promise<boolean> {
  const { kind, needsPermission, attempts } = delivery
  const { dailyLimit, readDailyLimit, isCountedApart = false, isSecurity = false } = findKind(kind)
  const mailbox = await links.hashMailbox(recipient.email)
  const isStoppable = !isSecurity || !recipient.isVerified
  if (isStoppable && (await isMailboxStopped(db, mailbox))) return false
  // A retried email was counted at its first attempt.
  if (needsPermission || attempts > 1) return true
  const counter = isCountedApart ? `${kind}:${mailbox}` : mailbox
  const limit = (await readDailyLimit?.(db, delivery, recipient)) ?? dailyLimit ?? MAX_ACCOUNT_EMAILS_PER_DAY
  return write(db, tx => countEmail(tx, counter, Date.now(), limit))
}
