import { emailTexts } from '@refrain/messages/en/server/emails'
import { truncateSubject } from '../truncate.ts'
import type { NotificationKind } from './notification-kind.ts'

/** A message that a program of the operator's sends to everybody who allows it. */
export const announcement: NotificationKind = {
  name: 'message',
  async composeEmail([delivery], { links }) {
    const { subject, message } = delivery.body as { subject: string; message: string }
    // Plain text: nothing that the program sends can act as markup.
    const text = `${message}\n\n-- \n\n${emailTexts.switchOffAnnouncements({ address: links.settings })}\n`
    return { subject: truncateSubject(subject), text, html: '' }
  },
}
