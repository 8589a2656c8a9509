import type { Database } from '../database/tables.ts'
import type { Settings } from '../settings.ts'
import { createDigestChannel, createEmailChannel } from './email/email-channels.ts'
import { deleteOldEmailFiles } from './email/folder-transport.ts'
import { openEmailTransport } from './email/open-email-transport.ts'
import { SignedLinks } from './email/signed-links.ts'
import { startDeliveryWorkers } from './outbox/delivery-worker.ts'
import { createPushChannel } from './push/push-channel.ts'
import type { PushTransport } from './push/push-transport.ts'

const MINUTE_MS = 60_000

interface DeliveryParts {
  readonly db: Database
  readonly settings: Settings
  readonly push: PushTransport
  /** Where the service listens, for addresses in mails where no other is set. */
  readonly listening: string
}

/** Tells listeners what they want to be told, as long as the service runs. @returns ends it */
export function startNotifications({ db, settings, push, listening }: DeliveryParts): () => Promise<void> {
  const origin = new URL(settings.publicUrl || listening).origin
  const mail = openEmailTransport(settings, origin)
  const parts = { db, links: new SignedLinks(settings.dataDir), origin }
  const stop = startDeliveryWorkers({
    db,
    channels: [
      createPushChannel(db, push),
      createEmailChannel(parts, mail),
      createDigestChannel(parts, mail),
    ],
    gatherMs: settings.mailGatherMinutes * MINUTE_MS,
    sweepOutbox: now => deleteOldEmailFiles(settings.dataDir, now),
  })
  return async () => {
    await stop()
    mail.close()
  }
}
