import { randomUUID } from 'node:crypto'
import type { PushMessage, sendEmail, sendNotification } from '@refrain/contract/notifications/messages'
import type { InputOf } from '@refrain/contract/operation'
import { hashToken } from '../../account/sessions/token.ts'
import { inChunks } from '../../database/in-chunks.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { Actor, ServiceCaller } from '../../http/requests/actor.ts'
import { announcement } from '../kinds/announcement.ts'
import { testMessage, testPush } from '../kinds/test-message.ts'
import { enqueueAll, type NewDelivery } from '../outbox/delivery-store.ts'
import { readEmailAudience, readPushAudience } from './audience-store.ts'

/**
 * Queues a push message: from a program of the operator's to everybody who allows its type, from a member a test message
 * to their own devices.
 * @param key idempotency key: a repeated request is queued once
 * @returns false if nobody allows it
 */
export async function sendPushAnnouncement(
  db: Database,
  sender: ServiceCaller | Actor,
  { title, body, type, url }: InputOf<typeof sendNotification>,
  key: string | undefined,
): Promise<boolean> {
  const id = createRequestId(sender, key)
  const text = isMember(sender) ? testPush()[type] : { title, body }
  const message: PushMessage = { ...text, url, tag: id }
  const devices = await readPushAudience(db, isMember(sender) ? sender.userId : undefined)
  return enqueueForAll(db, devices, recipient => ({
    channel: 'push',
    kind: announcement.name,
    recipient,
    body: message,
    dedupeKey: `push:${id}:${recipient}`,
    needsPermission: true,
  }))
}

/** As `sendPushAnnouncement`, by email. A program's message goes out as plain text. */
export async function sendEmailAnnouncement(
  db: Database,
  sender: ServiceCaller | Actor,
  { subject, message }: InputOf<typeof sendEmail>,
  key: string | undefined,
): Promise<boolean> {
  const id = createRequestId(sender, key)
  const members = await readEmailAudience(db, isMember(sender) ? sender.userId : undefined)
  return enqueueForAll(db, members, recipient => ({
    channel: 'mail',
    ...(isMember(sender)
      ? { kind: testMessage.name, body: {} }
      : { kind: announcement.name, body: { subject, message } }),
    recipient,
    dedupeKey: `mail:${id}:${recipient}`,
    needsPermission: true,
  }))
}

function isMember(sender: ServiceCaller | Actor): sender is Actor {
  return 'userId' in sender
}

/** Includes the sender, so that the keys of different senders never collide. */
function createRequestId(sender: ServiceCaller | Actor, key: string = randomUUID()): string {
  return hashToken(
    isMember(sender) ? `listener ${sender.userId} ${key}` : `service ${sender.serviceKey} ${key}`,
  )
}

/** Runs in batches so that other writers get a turn; a repeated call resumes where it stopped. */
async function enqueueForAll(
  db: Database,
  recipients: readonly string[],
  create: (recipient: string) => NewDelivery,
): Promise<boolean> {
  for (const chunk of inChunks(recipients)) await write(db, tx => enqueueAll(tx, chunk.map(create)))
  return recipients.length > 0
}
