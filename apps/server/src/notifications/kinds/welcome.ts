import { PRODUCT_NAME } from '@refrain/contract/product'
import type { Transaction } from '../../database/tables.ts'
import { button, link, text } from '../email/email-content.ts'
import { accountFooter } from '../email/footers.ts'
import { greeting } from '../email/greeting.ts'
import { MAX_WELCOME_EMAILS_PER_DAY } from '../email/mailbox-store.ts'
import { renderEmail } from '../email/render-email.ts'
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
  async composeEmail(_deliveries, { recipient, links }) {
    return renderEmail({
      subject: `Welcome to ${PRODUCT_NAME}`,
      title: `Welcome to ${PRODUCT_NAME}`,
      blocks: [
        text(greeting(recipient.name)),
        text(
          'Your account is ready. The artists you follow, the songs you like and your playlists are there on every device you log in on.',
        ),
        button(`Open ${PRODUCT_NAME}`, links.home),
        text(
          'To hear about new albums, switch on emails or notifications in My Account. Both are off until you do.',
        ),
        link('My Account', links.account),
        text(
          'Did you not sign up? Somebody may have mistyped their address. The last link below stops all emails to yours.',
        ),
      ],
      footer: accountFooter(links),
    })
  },
}
