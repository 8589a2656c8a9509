import { randomUUID } from 'node:crypto'
import { inChunks } from '../../database/in-chunks.ts'
import type { Transaction } from '../../database/tables.ts'
import type { ChannelName } from '../tables.ts'

/** Deliveries older than this are dropped. */
export const DELIVERY_TTL_MS = 86_400_000
/** Fourteen values a row, and a statement takes 32,766 in SQLite. */
const ROWS = 500

export interface NewDelivery {
  readonly channel: ChannelName
  readonly kind: string
  /** A device's id (push) or a listener's. */
  readonly recipient: string
  readonly body: object
  /** What is enqueued a second time with the same key is not sent again. */
  readonly dedupeKey: string
  /** True: goes only to who allows it at the moment it is sent. */
  readonly needsPermission: boolean
  /** Not sent sooner; missing: at once. */
  readonly notBefore?: number
}

/**
 * Leaves something to be sent, in the transaction of what is told; what fails with it is not told.
 * @returns false where its key was enqueued before
 */
export async function enqueue(tx: Transaction, delivery: NewDelivery, now = Date.now()): Promise<boolean> {
  return (await enqueueAll(tx, [delivery], now)) > 0
}

/** As `enqueue`, for many. @returns how many are new */
export async function enqueueAll(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
  now = Date.now(),
): Promise<number> {
  let enqueued = 0
  for (const chunk of inChunks(deliveries, ROWS)) {
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
