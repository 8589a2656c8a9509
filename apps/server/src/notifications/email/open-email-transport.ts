import { PRODUCT_NAME } from '@refrain/contract/product'
import type { Settings } from '../../settings.ts'
import type { EmailTransport } from './email-transport.ts'
import { openFolderTransport } from './folder-transport.ts'
import { openSmtpTransport } from './smtp-transport.ts'

/**
 * Sends through the configured mail server, else writes into the folder `outbox`.
 * @param origin origin of the web application; its host is the default sender's
 */
export function openEmailTransport(
  { smtpUrl, mailFrom, dataDir }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  origin: string,
): EmailTransport {
  const from = mailFrom || `${PRODUCT_NAME} <mail@${new URL(origin).hostname.replaceAll(/[[\]]/g, '')}>`
  return smtpUrl ? openSmtpTransport(smtpUrl, from) : openFolderTransport(dataDir, from)
}
