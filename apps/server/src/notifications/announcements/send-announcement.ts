import { randomUUID } from 'node:crypto'
import type { PushMessage, sendEmail, sendNotification } from '@refrain/contract/notifications/messages'
import type { InputOf } from '@refrain/contract/operation'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { digest } from '../../account/sessions/token.ts'
import { inChunks } from '../../database/in-chunks.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { Actor, Service } from '../../http/requests/actor.ts'
import { enqueueAll, type NewDelivery } from '../outbox/delivery-store.ts'
import { readMailAudience, readPushAudience } from './audience-store.ts'

/** What a listener is shown who tries it: an account's address is nobody's proof, and its words could be anybody's. */
const TRIAL = {
  fromArtists: { title: PRODUCT_NAME, body: 'Notifications from artists you follow will look like this.' },
} as const

/**
 * Queues a notification for everybody who allows its type (a program of the operator's), or for the listener's own
 * devices (PROP-56).
 * @param key names the request: what comes again with it is queued once
 * @returns false where nobody allows it
 */
export async function sendPushAnnouncement(
  db: Database,
  sender: Service | Actor,
  { title, body, type, url }: InputOf<typeof sendNotification>,
  key: string | undefined,
): Promise<boolean> {
  const name = nameOf(sender, key)
  const words = isListener(sender) ? TRIAL[type] : { title, body }
  const message: PushMessage = { ...words, url, tag: name }
  const devices = await readPushAudience(db, isListener(sender) ? sender.userId : undefined)
  return enqueueForAll(db, devices, recipient => ({
    channel: 'push',
    kind: 'message',
    recipient,
    body: message,
    dedupeKey: `push:${name}:${recipient}`,
    needsPermission: true,
  }))
}

/** The same for mail, to addresses of listeners alone. A program's words go out as plain text. */
export async function sendEmailAnnouncement(
  db: Database,
  sender: Service | Actor,
  { subject, message }: InputOf<typeof sendEmail>,
  key: string | undefined,
): Promise<boolean> {
  const name = nameOf(sender, key)
  const listeners = await readMailAudience(db, isListener(sender) ? sender.userId : undefined)
  return enqueueForAll(db, listeners, recipient => ({
    channel: 'mail',
    ...(isListener(sender) ? { kind: 'trial', body: {} } : { kind: 'message', body: { subject, message } }),
    recipient,
    dedupeKey: `mail:${name}:${recipient}`,
    needsPermission: true,
  }))
}

function isListener(sender: Service | Actor): sender is Actor {
  return 'userId' in sender
}

/** Nobody's key is another's. */
function nameOf(sender: Service | Actor, key: string = randomUUID()): string {
  return digest(
    isListener(sender) ? `listener ${sender.userId} ${key}` : `service ${sender.serviceKey} ${key}`,
  )
}

/** In pieces: nobody else can write to the embedded database meanwhile. A call that comes again goes on where it was. */
async function enqueueForAll(
  db: Database,
  recipients: readonly string[],
  make: (recipient: string) => NewDelivery,
): Promise<boolean> {
  for (const chunk of inChunks(recipients)) await write(db, tx => enqueueAll(tx, chunk.map(make)))
  return recipients.length > 0
}
