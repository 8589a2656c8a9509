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

const NAME = 'second-factor-changed'

/** @param isOn whether logins ask for a code from now on */
export async function enqueueSecondFactorChanged(
  tx: Transaction,
  userId: string,
  isOn: boolean,
): Promise<void> {
  await enqueue(tx, {
    ...{ channel: 'mail', kind: NAME, recipient: userId, needsPermission: false },
    body: { isOn, at: Date.now() },
    dedupeKey: `${NAME}:${userId}:${randomUUID()}`,
  })
}

export const secondFactorChanged: NotificationKind = {
  name: NAME,
  isSecurity: true,
  async composeEmail([delivery], { recipient, links, serviceName }) {
    const { isOn, at } = delivery.body as { isOn: boolean; at: number }
    const subject = isOn ? emailTexts.secondFactorOnSubject : emailTexts.secondFactorOffSubject
    const describe = isOn ? emailTexts.secondFactorOn : emailTexts.secondFactorOff
    return renderEmail(serviceName, {
      subject,
      title: subject,
      blocks: [
        text(greeting(recipient.name)),
        text(describe({ time: formatInstant(at) })),
        text(emailTexts.passwordNotYou),
        button(emailTexts.myAccount, links.account),
      ],
      footer: accountFooter(serviceName, links),
    })
  },
}
