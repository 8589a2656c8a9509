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
  async composeEmail([delivery], { recipient, links }) {
    const change = delivery.body as PasswordChange
    const subject = change.first ? 'Your account has a password now' : 'Your password was changed'
    return renderEmail({
      subject,
      title: subject,
      blocks: [
        text(greeting(recipient.name)),
        text(
          `${describe(change)} on ${instant.format(change.at)} UTC. All your other devices were logged out.`,
        ),
        text('If that was you, all is well. If not, tell whoever runs this service at once.'),
        button('My Account', links.account),
      ],
      footer: accountFooter(links),
    })
  },
}

function describe({ first, again }: PasswordChange): string {
  if (first) return 'A password was set for your account'
  return `The password of your account was changed${again ? ' again, once or more,' : ''}`
}

const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
