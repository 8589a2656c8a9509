import { PRODUCT_NAME } from '@refrain/contract/product'
import { button, text } from '../email/email-content.ts'
import { newsFooter } from '../email/footers.ts'
import { greeting } from '../email/greeting.ts'
import { renderEmail } from '../email/render-email.ts'
import type { NotificationKind } from './notification-kind.ts'

/** Shown to a member who tries out notifications. The text is fixed: members must not send texts of their own. */
export const TEST_PUSH = {
  fromArtists: { title: PRODUCT_NAME, body: 'Notifications from artists you follow will look like this.' },
} as const

export const testMessage: NotificationKind = {
  name: 'trial',
  async composeEmail(_deliveries, { recipient, links }) {
    return renderEmail({
      subject: `Email from ${PRODUCT_NAME}`,
      title: 'This is how it looks',
      blocks: [
        text(greeting(recipient.name)),
        text('Emails about new albums by artists you follow reach you here, once a day at most.'),
        button(`Open ${PRODUCT_NAME}`, links.home),
      ],
      footer: newsFooter(links),
    })
  },
}
