import type { Database } from '../database/tables.ts'
import { readLiveSettings } from '../live-settings/live-settings.ts'
import type { Settings } from '../settings.ts'
import { createDigestChannel, createEmailChannel } from './email/email-channels.ts'
import { deleteOldEmailFiles } from './email/folder-transport.ts'
import { openEmailTransport } from './email/open-email-transport.ts'
import { SignedLinks } from './email/signed-links.ts'
import { startDeliveryWorkers } from './outbox/delivery-worker.ts'
import { createPushChannel } from './push/push-channel.ts'
import type { PushTransport } from './push/push-transport.ts'

const MINUTE_MS = 60_000

interface NotificationParts {
  readonly db: Database
  readonly settings: Settings
  readonly push: PushTransport
  /** Where the service listens: used for links in emails unless PUBLIC_URL is set. */
  readonly listening: string
}

/** Starts sending push messages and emails. @returns stops it */
export function startNotifications({
  db,
  settings,
  push,
  listening,
}: NotificationParts): () => Promise<void> {
  const origin = settings.publicUrl || new URL(listening).origin
  const transport = openEmailTransport(settings, origin)
  const parts = {
    db,
    links: new SignedLinks(db),
    origin,
    readSettings: () => readLiveSettings(db, settings.given),
  }
  const stop = startDeliveryWorkers({
    db,
    channels: [
      createPushChannel(db, push),
      createEmailChannel(parts, transport),
      createDigestChannel(parts, transport),
    ],
    digestDelayMs: settings.mailGatherMinutes * MINUTE_MS,
    deleteOldEmails: now => deleteOldEmailFiles(settings.dataDir, now),
  })
  return async () => {
    await stop()
    transport.close()
  }
}
