import { VERIFY_EMAIL_PATH } from '@refrain/contract/account/email-paths'
import { emailTexts } from '@refrain/messages/en/server/emails'
import { button, type EmailBlock } from './email-content.ts'

/** Verifies the address that it is sent to. @param token of the link */
export function verificationButton(origin: string, token: string): EmailBlock {
  return button(emailTexts.verifyButton, `${origin}${VERIFY_EMAIL_PATH}#token=${token}`)
}
