import { PRODUCT_NAME } from '@refrain/contract/product'
import { emailTexts } from '@refrain/messages/en/server/emails'
import { pushTexts } from '@refrain/messages/en/server/push'
import { button, text } from '../email/email-content.ts'
import { newsFooter } from '../email/footers.ts'
import { greeting } from '../email/greeting.ts'
import { renderEmail } from '../email/render-email.ts'
import type { NotificationKind } from './notification-kind.ts'

/** Shown to a member who tries out notifications. The text is fixed: members must not send texts of their own. */
export const testPush = () => ({ fromArtists: { title: PRODUCT_NAME, body: pushTexts.test } }) as const

export const testMessage: NotificationKind = {
  name: 'trial',
  async composeEmail(_deliveries, { recipient, links, serviceName }) {
    return renderEmail(serviceName, {
      subject: emailTexts.testSubject({ product: serviceName }),
      title: emailTexts.testTitle,
      blocks: [
        text(greeting(recipient.name)),
        text(emailTexts.testText),
        button(emailTexts.open({ product: serviceName }), links.home),
      ],
      footer: newsFooter(links),
    })
  },
}
