import { RESET_PASSWORD_PATH } from '@refrain/contract/account/email-paths'
import { minuteLimits } from '@refrain/contract/limits'
import { emailTexts } from '@refrain/messages/en/server/emails'
import { hasEmailLinkSince } from '../../account/email/email-link-store.ts'
import { networkOf } from '../../account/sessions/network-of.ts'
import { hashToken } from '../../account/sessions/token.ts'
import { isKnownNetwork } from '../../account/sign-in/sign-in.ts'
import { foldEmail } from '../../account/sign-up/fold-email.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { button, text } from '../email/email-content.ts'
import { type EmailRecipient, readEmailRecipientByAddress } from '../email/email-recipient-store.ts'
import { accountFooter } from '../email/footers.ts'
import { greeting } from '../email/greeting.ts'
import { MAX_RESET_EMAILS_PER_DAY, RESERVED_RESET_EMAILS } from '../email/mailbox-store.ts'
import { renderEmail } from '../email/render-email.ts'
import { enqueue } from '../outbox/delivery-store.ts'
import type { NotificationKind } from './notification-kind.ts'

const NAME = 'reset-password'
/** Requests for one address from one network within this time cause one email. */
const WINDOW_MS = 60_000

interface ResetRequest {
  /** As somebody entered it. */
  readonly email: string
  readonly at: number
  /** Network that asked; missing in deliveries of earlier versions. */
  readonly network?: string
}

/**
 * Does the same for every address: whether it has an account shows when the email is written.
 * @param asker IP address of whoever asks
 */
export async function enqueuePasswordReset(tx: Transaction, email: string, asker: string): Promise<void> {
  const now = Date.now()
  const recipient = hashToken(foldEmail(email))
  const network = networkOf(asker)
  const body: ResetRequest = { email, at: now, network }
  // By network: a stranger's request, which may exceed the limit, must not take the place of the owner's.
  const dedupeKey = `${NAME}:${recipient}:${hashToken(network)}:${Math.floor(now / WINDOW_MS)}`
  await enqueue(tx, { channel: 'mail', kind: NAME, recipient, body, dedupeKey, needsPermission: false }, now)
}

/**
 * The account of the address.
 * @param isFirstAttempt a link of the last minutes is enough, unless it belongs to an email that could not be sent
 */
async function findRecipient(
  db: Database,
  { email }: ResetRequest,
  isFirstAttempt: boolean,
): Promise<EmailRecipient | undefined> {
  const recipient = await readEmailRecipientByAddress(db, foldEmail(email))
  if (!recipient || !isFirstAttempt) return recipient
  const link = { user_id: recipient.userId, purpose: 'reset', email: recipient.email } as const
  const since = Date.now() - minuteLimits.nextPasswordResetLink * 60_000
  return (await hasEmailLinkSince(db, link, since)) ? undefined : recipient
}

export const passwordReset: NotificationKind = {
  name: NAME,
  async readDailyLimit(db, { body }, { userId }) {
    const { network = '' } = body as ResetRequest
    const isKnown = network !== '' && (await isKnownNetwork(db, userId, network))
    return isKnown ? MAX_RESET_EMAILS_PER_DAY : MAX_RESET_EMAILS_PER_DAY - RESERVED_RESET_EMAILS
  },
  isCountedApart: true,
  isForUnverified: true,
  isSecurity: true,
  makesLinks: true,
  readRecipient: (db, { body, attempts }) => findRecipient(db, body as ResetRequest, attempts === 1),
  async composeEmail([delivery], { origin, recipient, links, serviceName, createLink }) {
    const minutes = minuteLimits.passwordResetLink
    if (Date.now() - (delivery.body as ResetRequest).at > minutes * 60_000) return undefined
    const token = await createLink('reset')
    if (token === undefined) return undefined
    return renderEmail(serviceName, {
      subject: emailTexts.resetSubject,
      title: emailTexts.resetSubject,
      blocks: [
        text(greeting(recipient.name)),
        text(emailTexts.resetText({ minutes })),
        button(emailTexts.resetButton, `${origin}${RESET_PASSWORD_PATH}#token=${token}`),
        text(emailTexts.resetNotYou),
      ],
      footer: accountFooter(serviceName, links),
    })
  },
}
