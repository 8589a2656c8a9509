import type { Database } from '../database/tables.ts'
import type { Settings } from '../settings.ts'
import { digestCarrier, mailCarrier } from './carry-mail.ts'
import { pushCarrier } from './carry-push.ts'
import { startCourier } from './courier.ts'
import { MailLinks } from './mail-links.ts'
import { openMail } from './open-mail.ts'
import { openPushTransport } from './push-transports.ts'

const MINUTE_MS = 60_000

/**
 * Tells listeners what they want to be told, as long as the service runs.
 * @param listening where it listens, for addresses in mails where no other is set
 * @returns ends it
 * @throws OperatorError where what is set up cannot be used
 */
export async function startDelivering(
  db: Database,
  settings: Settings,
  listening: string,
): Promise<() => Promise<void>> {
  const origin = new URL(settings.publicUrl || listening).origin
  const push = await openPushTransport(settings)
  const mail = openMail(settings, origin)
  const parts = { db, links: new MailLinks(settings.dataDir), origin }
  const stop = startCourier({
    db,
    carriers: [pushCarrier(db, push), mailCarrier(parts, mail), digestCarrier(parts, mail)],
    gatherMs: settings.mailGatherMinutes * MINUTE_MS,
  })
  return async () => {
    await stop()
    mail.close()
  }
}
