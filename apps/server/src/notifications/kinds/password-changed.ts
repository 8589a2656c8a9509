import { emailTexts } from '@refrain/messages/en/server/emails'
import { formatInstant } from '@refrain/messages/language'
import type { Transaction } from '../../database/tables.ts'
import { button, text } from '../email/email-content.ts'
import { accountFooter } from '../email/footers.ts'
import { greeting } from '../email/greeting.ts'
import { renderEmail } from '../email/render-email.ts'
import { enqueue } from '../outbox/delivery-store.ts'
import type { NotificationKind } from './notification-kind.ts'

const NAME = 'password-changed'
/** Changes of one password within this time cause at most two emails: one at once, one for all that follow. */
const WINDOW_MS = 3_600_000

interface PasswordChange {
  readonly at: number
  /** The account had no password before. */
  readonly first: boolean
  /** Stands for all further changes within the window. */
  readonly again?: boolean
}

export async function enqueuePasswordChanged(tx: Transaction, userId: string, first: boolean): Promise<void> {
  const now = Date.now()
  const window = Math.floor(now / WINDOW_MS)
  const email = { channel: 'mail', kind: NAME, recipient: userId, needsPermission: false } as const
  const dedupeKey = `${NAME}:${userId}:${window}`
  const body: PasswordChange = { at: now, first }
  const isFirstInWindow = await enqueue(tx, { ...email, dedupeKey, body }, now)
  if (isFirstInWindow) return
  const gathered: PasswordChange = { ...body, again: true }
  const notBefore = (window + 1) * WINDOW_MS
  await enqueue(tx, { ...email, dedupeKey: `${dedupeKey}:again`, body: gathered, notBefore }, now)
}

export const passwordChanged: NotificationKind = {
  name: NAME,
  isSecurity: true,
  async composeEmail([delivery], { recipient, links, serviceName }) {
    const change = delivery.body as PasswordChange
    const subject = change.first ? emailTexts.passwordSetSubject : emailTexts.passwordChangedSubject
    return renderEmail(serviceName, {
      subject,
      title: subject,
      blocks: [
        text(greeting(recipient.name)),
        text(describe(change)),
        text(emailTexts.passwordNotYou),
        button(emailTexts.myAccount, links.account),
      ],
      footer: accountFooter(serviceName, links),
    })
  },
}

function describe({ at, first, again }: PasswordChange): string {
  const values = { time: formatInstant(at) }
  if (first) return emailTexts.passwordSet(values)
  return again ? emailTexts.passwordChangedAgain(values) : emailTexts.passwordChanged(values)
}
