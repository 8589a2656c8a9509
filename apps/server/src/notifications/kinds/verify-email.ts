import { emailTexts } from '@refrain/messages/en/server/emails'
import { readAddress } from '../../account/email/address-store.ts'
import { hashToken } from '../../account/sessions/token.ts'
import { foldEmail } from '../../account/sign-up/fold-email.ts'
import type { Transaction } from '../../database/tables.ts'
import { text } from '../email/email-content.ts'
import { readEmailRecipient, readEmailRecipientByAddress } from '../email/email-recipient-store.ts'
import { strangerFooter } from '../email/footers.ts'
import { greeting } from '../email/greeting.ts'
import { MAX_WELCOME_EMAILS_PER_DAY } from '../email/mailbox-store.ts'
import { renderEmail } from '../email/render-email.ts'
import { verificationButton } from '../email/verification-button.ts'
import { enqueue } from '../outbox/delivery-store.ts'
import type { NotificationKind } from './notification-kind.ts'

const NAME = 'verify-email'
/** Requests for one address within this time cause one email. */
const WINDOW_MS = 60_000

interface VerificationRequest {
  readonly email: string
  /** That asked for it; missing in deliveries of earlier versions. */
  readonly session?: string
}

/**
 * @param email the listener's address, or the one that they want to change to
 * @param session that asks
 */
export async function enqueueVerification(
  tx: Transaction,
  userId: string,
  email: string,
  session: string,
): Promise<void> {
  const now = Date.now()
  const dedupeKey = `${NAME}:${userId}:${hashToken(foldEmail(email))}:${Math.floor(now / WINDOW_MS)}`
  const delivery = { channel: 'mail', kind: NAME, recipient: userId, needsPermission: false } as const
  const body: VerificationRequest = { email, session }
  await enqueue(tx, { ...delivery, body, dedupeKey }, now)
}

/** Verifies an address by a link. Nothing is sent to an address that belongs to somebody else. */
export const verification: NotificationKind = {
  name: NAME,
  dailyLimit: MAX_WELCOME_EMAILS_PER_DAY,
  isForUnverified: true,
  makesLinks: true,
  async readRecipient(db, { recipient, body }) {
    const { email } = body as VerificationRequest
    const [listener, owner] = await Promise.all([
      readEmailRecipient(db, recipient),
      readEmailRecipientByAddress(db, foldEmail(email)),
    ])
    if (!listener || (owner && owner.userId !== recipient)) return undefined
    return { ...listener, email }
  },
  async composeEmail([delivery], { db, origin, recipient, links, serviceName, createLink }) {
    const address = await readAddress(db, recipient.userId)
    const isChange = address?.folded_email !== foldEmail(recipient.email)
    if (!isChange && recipient.isVerified) return undefined
    const token = await createLink('verify', (delivery.body as VerificationRequest).session)
    if (token === undefined) return undefined
    return renderEmail(serviceName, {
      subject: emailTexts.verifySubject,
      title: emailTexts.verifySubject,
      blocks: [
        text(greeting(recipient.name)),
        text((isChange ? emailTexts.verifyChange : emailTexts.verifyText)({ product: serviceName })),
        verificationButton(origin, token),
        text(emailTexts.verifyNotYou),
      ],
      footer: strangerFooter(serviceName, links),
    })
  },
}
