import { emailTexts } from '@refrain/messages/en/server/emails'
import { type EmailBlock, link, text } from './email-content.ts'
import type { EmailLinks } from './email-links.ts'

/** Footer of emails about the account itself, which cannot be switched off one by one. */
export function accountFooter(serviceName: string, { settings, notMe }: EmailLinks): EmailBlock[] {
  return [
    text(emailTexts.accountFooter({ product: serviceName })),
    link(emailTexts.mailSettings, settings),
    link(emailTexts.notMe, notMe),
  ]
}

/** Footer of emails to an address that may be somebody else's. */
export function strangerFooter(serviceName: string, { notMe }: EmailLinks): EmailBlock[] {
  return [text(emailTexts.accountFooter({ product: serviceName })), link(emailTexts.notMe, notMe)]
}

/** Footer of emails that the recipient has switched on. */
export function newsFooter({ settings }: EmailLinks): EmailBlock[] {
  return [text(emailTexts.newsFooter), link(emailTexts.switchOff, settings)]
}
