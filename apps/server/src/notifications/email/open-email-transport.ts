import { PRODUCT_NAME } from '@refrain/contract/product'
import type { Settings } from '../../settings.ts'
import type { EmailTransport } from './email-transport.ts'
import { openFolderTransport } from './folder-transport.ts'
import { openSmtpTransport } from './smtp-transport.ts'

/**
 * How mail goes out: by the server that is set, else into the folder `outbox` (PROP-55).
 * @param origin where the pages are
 */
export function openEmailTransport(
  { smtpUrl, mailFrom, dataDir }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  origin: string,
): EmailTransport {
  const from = mailFrom || `${PRODUCT_NAME} <mail@${new URL(origin).hostname.replaceAll(/[[\]]/g, '')}>`
  return smtpUrl ? openSmtpTransport(smtpUrl, from) : openFolderTransport(dataDir, from)
}
