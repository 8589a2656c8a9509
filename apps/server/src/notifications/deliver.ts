import type { Database } from '../database/tables.ts'
import type { Settings } from '../settings.ts'
import { digestCarrier, mailCarrier } from './carry-mail.ts'
import { pushCarrier } from './carry-push.ts'
import { startCourier } from './courier.ts'
import { MailLinks } from './mail-links.ts'
import { openMail } from './open-mail.ts'
import { sweepOutbox } from './outbox-transport.ts'
import type { PushTransport } from './push-transport.ts'

const MINUTE_MS = 60_000

interface DeliveryParts {
  readonly db: Database
  readonly settings: Settings
  readonly push: PushTransport
  /** Where the service listens, for addresses in mails where no other is set. */
  readonly listening: string
}

/** Tells listeners what they want to be told, as long as the service runs. @returns ends it */
export function startDelivering({ db, settings, push, listening }: DeliveryParts): () => Promise<void> {
  const origin = new URL(settings.publicUrl || listening).origin
  const mail = openMail(settings, origin)
  const parts = { db, links: new MailLinks(settings.dataDir), origin }
  const stop = startCourier({
    db,
    carriers: [pushCarrier(db, push), mailCarrier(parts, mail), digestCarrier(parts, mail)],
    gatherMs: settings.mailGatherMinutes * MINUTE_MS,
    sweepOutbox: now => sweepOutbox(settings.dataDir, now),
  })
  return async () => {
    await stop()
    mail.close()
  }
}
