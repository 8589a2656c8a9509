import { PRODUCT_NAME } from '@refrain/contract/product'
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
  readFormerMember({ recipient, body }) {
    const { name, email } = body as { name: string; email: string }
    return { userId: recipient, name, email, allowsEmail: false }
  },
  async composeEmail(_deliveries, { recipient }) {
    return renderEmail({
      subject: 'Your account was deleted',
      title: 'Your account was deleted',
      blocks: [
        text(greeting(recipient.name)),
        text(
          `Your account at ${PRODUCT_NAME} is gone, with your playlists, liked songs, followed artists and pictures.`,
        ),
        text('Thank you for listening.'),
      ],
      footer: [text(`This is the last email from ${PRODUCT_NAME}; your address is not kept.`)],
    })
  },
}
