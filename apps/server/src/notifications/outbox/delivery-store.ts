import { randomUUID } from 'node:crypto'
import { inChunks } from '../../database/in-chunks.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { ChannelName } from '../tables.ts'

/** Deliveries older than this are dropped. */
const DELIVERY_TTL_MS = 86_400_000
/** A row has 14 values; a statement of SQLite takes 32,766. */
const ROWS_PER_STATEMENT = 500

export interface NewDelivery {
  readonly channel: ChannelName
  readonly kind: string
  /** Id of a device (push) or a user. */
  readonly recipient: string
  readonly body: object
  /** A second delivery with the same key is not enqueued. */
  readonly dedupeKey: string
  /** True: dropped unless the recipient allows it at the moment it is sent. */
  readonly needsPermission: boolean
  /** Epoch milliseconds; missing: send at once. */
  readonly notBefore?: number
}

/**
 * Enqueues a delivery in the transaction that causes it: both happen or neither.
 * @returns false if its key was enqueued before
 */
export async function enqueue(tx: Transaction, delivery: NewDelivery, now = Date.now()): Promise<boolean> {
  return (await enqueueAll(tx, [delivery], now)) > 0
}

/** As `enqueue`, for many. @returns how many were new */
export async function enqueueAll(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
  now = Date.now(),
): Promise<number> {
  let enqueued = 0
  for (const chunk of inChunks(deliveries, ROWS_PER_STATEMENT)) {
    const inserted = await tx
      .insertInto('deliveries')
      .values(
        chunk.map(({ notBefore = now, ...delivery }) => ({
          id: randomUUID(),
          channel: delivery.channel,
          kind: delivery.kind,
          recipient: delivery.recipient,
          needs_permission: delivery.needsPermission ? 1 : 0,
          body: JSON.stringify(delivery.body),
          dedupe_key: delivery.dedupeKey,
          created_at: now,
          not_before: notBefore,
          expires_at: notBefore + DELIVERY_TTL_MS,
          attempts: 0,
          unanswered: 0,
          claimed_until: null,
          sent_at: null,
        })),
      )
      .onConflict(conflict => conflict.column('dedupe_key').doNothing())
      .executeTakeFirst()
    enqueued += Number(inserted.numInsertedOrUpdatedRows ?? 0)
  }
  return enqueued
}

/** Whether a delivery is still to be sent. */
export async function isWaiting(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Drops emails of some kinds that wait to be sent, those included that are being sent at this moment. */
export async function dropWaitingEmails(
  tx: Transaction,
  kinds: readonly string[],
  recipients: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('deliveries')
    .where('recipient', 'in', recipients)
    .where('channel', '=', 'mail')
    .where('kind', 'in', kinds)
    .where('sent_at', 'is', null)
    .execute()
}

/** Makes deliveries due that have failed and wait for their next attempt. One that may have arrived waits on. */
export async function sendFailedNow(tx: Transaction, now: number): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ not_before: now })
    .where('sent_at', 'is', null)
    .where('claimed_until', 'is', null)
    .where('attempts', '>', 0)
    .where('unanswered', '=', 0)
    .where('not_before', '>', now)
    .execute()
}
