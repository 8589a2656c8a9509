import { randomUUID } from 'node:crypto'
import { emailTexts } from '@refrain/messages/en/server/emails'
import { formatInstant } from '@refrain/messages/language'
import type { Transaction } from '../../database/tables.ts'
import { button, text } from '../email/email-content.ts'
import { accountFooter } from '../email/footers.ts'
import { greeting } from '../email/greeting.ts'
import { renderEmail } from '../email/render-email.ts'
import { enqueue } from '../outbox/delivery-store.ts'
import type { NotificationKind } from './notification-kind.ts'

const NAME = 'passkeys-changed'

interface PasskeyChange {
  /** As the listener calls the passkey. */
  readonly name: string
  /** Else it was removed. */
  readonly isAdded: boolean
}

export async function enqueuePasskeysChanged(
  tx: Transaction,
  userId: string,
  { name, isAdded }: PasskeyChange,
): Promise<void> {
  await enqueue(tx, {
    ...{ channel: 'mail', kind: NAME, recipient: userId, needsPermission: false },
    body: { name, isAdded, at: Date.now() },
    dedupeKey: `${NAME}:${userId}:${randomUUID()}`,
  })
}

export const passkeysChanged: NotificationKind = {
  name: NAME,
  isSecurity: true,
  async composeEmail([delivery], { recipient, links, serviceName }) {
    const { name, isAdded, at } = delivery.body as PasskeyChange & { at: number }
    const subject = isAdded ? emailTexts.passkeyAddedSubject : emailTexts.passkeyRemovedSubject
    const describe = isAdded ? emailTexts.passkeyAdded : emailTexts.passkeyRemoved
    return renderEmail(serviceName, {
      subject,
      title: subject,
      blocks: [
        text(greeting(recipient.name)),
        text(describe({ name, time: formatInstant(at) })),
        text(emailTexts.passkeyNotYou),
        button(emailTexts.myAccount, links.account),
      ],
      footer: accountFooter(serviceName, links),
    })
  },
}
