import { emailTexts } from '@refrain/messages/en/server/emails'
import type { Transaction } from '../../database/tables.ts'
import { button, link, text } from '../email/email-content.ts'
import { accountFooter } from '../email/footers.ts'
import { greeting } from '../email/greeting.ts'
import { MAX_WELCOME_EMAILS_PER_DAY } from '../email/mailbox-store.ts'
import { renderEmail } from '../email/render-email.ts'
import { verificationButton } from '../email/verification-button.ts'
import { enqueue } from '../outbox/delivery-store.ts'
import type { NotificationKind } from './notification-kind.ts'

const NAME = 'welcome'

export async function enqueueWelcome(tx: Transaction, userId: string): Promise<void> {
  await enqueue(tx, {
    channel: 'mail',
    kind: NAME,
    recipient: userId,
    body: {},
    dedupeKey: `${NAME}:${userId}`,
    needsPermission: false,
  })
}

export const welcome: NotificationKind = {
  name: NAME,
  dailyLimit: MAX_WELCOME_EMAILS_PER_DAY,
  isForUnverified: true,
  makesLinks: true,
  async composeEmail(_deliveries, { origin, recipient, links, serviceName, createLink }) {
    const token = recipient.isVerified ? '' : await createLink('verify')
    if (token === undefined) return undefined
    const verifying = recipient.isVerified
      ? []
      : [text(emailTexts.verifyText({ product: serviceName })), verificationButton(origin, token)]
    return renderEmail(serviceName, {
      subject: emailTexts.welcome({ product: serviceName }),
      title: emailTexts.welcome({ product: serviceName }),
      blocks: [
        text(greeting(recipient.name)),
        text(emailTexts.welcomeReady),
        ...verifying,
        ...(recipient.isVerified ? [button(emailTexts.open({ product: serviceName }), links.home)] : []),
        text(emailTexts.welcomeNews),
        link(emailTexts.myAccount, links.account),
        text(emailTexts.welcomeNotYou),
      ],
      footer: accountFooter(serviceName, links),
    })
  },
}
