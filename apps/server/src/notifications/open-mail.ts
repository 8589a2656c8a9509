import { PRODUCT_NAME } from '@refrain/contract/product'
import type { Settings } from '../settings.ts'
import type { MailTransport } from './mail-transport.ts'
import { openOutbox } from './outbox-transport.ts'
import { openSmtp } from './smtp-transport.ts'

/**
 * How mail goes out: by the server that is set, else into the folder `outbox` (PROP-55).
 * @param origin where the pages are
 */
export function openMail(
  { smtpUrl, mailFrom, dataDir }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  origin: string,
): MailTransport {
  const from = mailFrom || `${PRODUCT_NAME} <mail@${new URL(origin).hostname.replaceAll(/[[\]]/g, '')}>`
  return smtpUrl ? openSmtp(smtpUrl, from) : openOutbox(dataDir, from)
}
