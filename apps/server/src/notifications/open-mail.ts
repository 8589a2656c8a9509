import { PRODUCT_NAME } from '@refrain/contract/product'
import type { Settings } from '../settings.ts'
import type { MailTransport } from './mail-transport.ts'
import { openOutbox } from './outbox-transport.ts'

/**
 * How mail goes out: by the server that is set, else into the folder `outbox` (PROP-55).
 * @param origin where the pages are
 */
export async function openMail(
  { smtpUrl, mailFrom, dataDir }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  origin: string,
): Promise<MailTransport> {
  const from = mailFrom || `${PRODUCT_NAME} <mail@${new URL(origin).hostname.replaceAll(/[[\]]/g, '')}>`
  if (!smtpUrl) return openOutbox(dataDir, from)
  // Only who sends mail loads what speaks to servers.
  const { openSmtp } = await import('./smtp-transport.ts')
  return openSmtp(smtpUrl, from)
}
