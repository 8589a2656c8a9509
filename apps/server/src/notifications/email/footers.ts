import { PRODUCT_NAME } from '@refrain/contract/product'
import { type EmailBlock, link, text } from './email-content.ts'
import type { EmailLinks } from './email-links.ts'

/** Footer of emails about the account itself, which cannot be switched off one by one. */
export function accountFooter({ settings, notMe }: EmailLinks): EmailBlock[] {
  return [
    text(`${PRODUCT_NAME} sends this about your account.`),
    link('Mail settings', settings),
    link('This was not me, stop all mail to this address', notMe),
  ]
}

/** Footer of emails that the recipient has switched on. */
export function newsFooter({ settings }: EmailLinks): EmailBlock[] {
  return [
    text('You get this because you switched on “Emails about artists and music”.'),
    link('Switch it off', settings),
  ]
}
