import { inChunks } from '../../database/in-chunks.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { DeliveryOptions, EventKind } from '../kinds/notification-kind.ts'
import { enqueueAll } from './delivery-store.ts'
import { assignBatch, type Batch, markFannedOut, readNextBatch } from './event-store.ts'

const RECIPIENTS_PER_PAGE = 100
/** Events older than this are no longer announced. */
const MAX_EVENT_AGE_MS = 172_800_000

type AnyEventKind = EventKind<unknown, { readonly userId: string }>

export interface FanOutOptions extends Omit<DeliveryOptions, 'batch'> {
  /** Trusted time for deciding what is stale; before `now` if the clock was set back. */
  readonly earliest: number
}

/**
 * Turns events into deliveries, one for each recipient and channel. Safe to interrupt and to run in several processes
 * at once: events are assigned to a batch first, and the key of a delivery consists of batch and recipient.
 * @returns the number of batches
 */
export async function fanOut(
  db: Database,
  kinds: readonly AnyEventKind[],
  options: FanOutOptions,
): Promise<number> {
  const names = kinds.map(kind => kind.name)
  for (let count = 0; ; count++) {
    for (const kind of kinds) {
      const ready = await kind.readReadyEvents(db, options.now)
      if (ready.length > 0) await write(db, tx => assignBatch(tx, ready))
    }
    const batch = await readNextBatch(db, names)
    const kind = kinds.find(one => one.name === batch?.kind)
    if (!batch || !kind) return count
    await fanOutBatch(db, kind, batch, options)
  }
}

async function fanOutBatch(
  db: Database,
  kind: AnyEventKind,
  batch: Batch,
  options: FanOutOptions,
): Promise<void> {
  const recent = batch.events.filter(event => event.created_at > options.earliest - MAX_EVENT_AGE_MS)
  for (const announcement of await kind.readAnnouncements(db, recent)) {
    await enqueueForAudience(db, kind, announcement, { ...options, batch: batch.id })
  }
  await write(db, tx => markFannedOut(tx, batch.id, options.now))
}

async function enqueueForAudience(
  db: Database,
  kind: AnyEventKind,
  announcement: unknown,
  options: DeliveryOptions,
): Promise<void> {
  for (let after = ''; ; ) {
    const recipients = await kind.readAudience(db, announcement, { after, limit: RECIPIENTS_PER_PAGE })
    const deliveries = recipients.flatMap(recipient =>
      kind.createDeliveries(recipient, announcement, options),
    )
    for (const chunk of inChunks(deliveries)) await write(db, tx => enqueueAll(tx, chunk, options.now))
    const last = recipients.at(-1)
    if (recipients.length < RECIPIENTS_PER_PAGE || !last) return
    after = last.userId
  }
}
