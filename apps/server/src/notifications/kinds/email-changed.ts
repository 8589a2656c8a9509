import { randomUUID } from 'node:crypto'
import { emailTexts } from '@refrain/messages/en/server/emails'
import { formatInstant } from '@refrain/messages/language'
import type { Transaction } from '../../database/tables.ts'
import { text } from '../email/email-content.ts'
import { greeting } from '../email/greeting.ts'
import { renderEmail } from '../email/render-email.ts'
import { enqueue } from '../outbox/delivery-store.ts'
import type { NotificationKind } from './notification-kind.ts'

const NAME = 'email-changed'

/** @param former with the address that the account had until now */
export async function enqueueEmailChanged(
  tx: Transaction,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  await enqueue(tx, {
    channel: 'mail',
    kind: NAME,
    recipient: id,
    body: { name, email, at: Date.now() },
    dedupeKey: `${NAME}:${id}:${randomUUID()}`,
    needsPermission: false,
  })
}

/** Tells a listener's former address, which somebody else may have taken from them. */
export const emailChanged: NotificationKind = {
  name: NAME,
  isSecurity: true,
  readRecipient(_db, { recipient, body }) {
    const { name, email } = body as { name: string; email: string }
    return { userId: recipient, name, email, allowsEmail: false, isVerified: true }
  },
  async composeEmail([delivery], { recipient, serviceName }) {
    const time = formatInstant((delivery.body as { at: number }).at)
    return renderEmail(serviceName, {
      subject: emailTexts.emailChangedSubject,
      title: emailTexts.emailChangedSubject,
      blocks: [
        text(greeting(recipient.name)),
        text(emailTexts.emailChanged({ product: serviceName, time })),
        text(emailTexts.passwordNotYou),
      ],
      footer: [text(emailTexts.lastEmailThere({ product: serviceName }))],
    })
  },
}
