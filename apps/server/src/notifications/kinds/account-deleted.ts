import { emailTexts } from '@refrain/messages/en/server/emails'
import type { Transaction } from '../../database/tables.ts'
import { text } from '../email/email-content.ts'
import { greeting } from '../email/greeting.ts'
import { renderEmail } from '../email/render-email.ts'
import { enqueue } from '../outbox/delivery-store.ts'
import type { NotificationKind } from './notification-kind.ts'

const NAME = 'account-deleted'

export async function enqueueAccountDeleted(
  tx: Transaction,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  await enqueue(tx, {
    channel: 'mail',
    kind: NAME,
    recipient: id,
    // The account is gone by the time the email is sent.
    body: { name, email },
    dedupeKey: `${NAME}:${id}`,
    needsPermission: false,
  })
}

export const accountDeleted: NotificationKind = {
  name: NAME,
  isSecurity: true,
  readRecipient(_db, { recipient, body }) {
    const { name, email } = body as { name: string; email: string }
    return { userId: recipient, name, email, allowsEmail: false, isVerified: true }
  },
  async composeEmail(_deliveries, { recipient, serviceName }) {
    return renderEmail(serviceName, {
      subject: emailTexts.deletedSubject,
      title: emailTexts.deletedSubject,
      blocks: [
        text(greeting(recipient.name)),
        text(emailTexts.deletedText({ product: serviceName })),
        text(emailTexts.thankYou),
      ],
      footer: [text(emailTexts.lastEmail({ product: serviceName }))],
    })
  },
}
