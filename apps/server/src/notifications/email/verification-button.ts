import { VERIFY_EMAIL_PATH } from '@refrain/contract/account/email'
import { emailTexts } from '@refrain/messages/en/server/emails'
import { createEmailLink } from '../../account/email/email-links.ts'
import type { Database } from '../../database/tables.ts'
import { button, type EmailBlock } from './email-content.ts'
import type { EmailRecipient } from './email-recipient-store.ts'

/** Verifies the address that it is sent to. */
export async function verificationButton(
  db: Database,
  origin: string,
  recipient: EmailRecipient,
): Promise<EmailBlock> {
  const token = await createEmailLink(db, 'verify', recipient)
  return button(emailTexts.verifyButton, `${origin}${VERIFY_EMAIL_PATH}#token=${token}`)
}
