import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '../../database/tables.ts'
import type { EventRow } from '../tables.ts'

export type PendingEvent = Pick<EventRow, 'id' | 'subject_id' | 'created_at'>

/** Events that are announced together. */
export interface Batch {
  readonly id: string
  readonly kind: string
  readonly events: readonly PendingEvent[]
}

/**
 * Records something to notify members about, in the transaction in which it happens. Each subject has at most one
 * event of a kind.
 */
export async function recordEvent(
  tx: Transaction,
  kind: string,
  subjectId: string,
  now: number,
): Promise<void> {
  await tx
    .insertInto('events')
    .values({
      id: `${kind}:${subjectId}`,
      kind,
      subject_id: subjectId,
      created_at: now,
      batch: null,
      fanned_out_at: null,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** Events that do not belong to a batch yet. */
export function pendingEvents(db: Database, kind: string) {
  return db
    .selectFrom('events')
    .where('events.kind', '=', kind)
    .where('events.fanned_out_at', 'is', null)
    .where('events.batch', 'is', null)
}

/** Puts events into one batch, for all processes. Events that another process has put into one stay there. */
export async function assignBatch(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('events')
    .set({ batch: randomUUID() })
    .where('id', 'in', ids)
    .where('batch', 'is', null)
    .where('fanned_out_at', 'is', null)
    .execute()
}

/** The oldest batch that is not fanned out completely. */
export async function readNextBatch(db: Database, kinds: readonly string[]): Promise<Batch | undefined> {
  const first = await db
    .selectFrom('events')
    .select(['batch', 'kind'])
    .where('fanned_out_at', 'is', null)
    .where('batch', 'is not', null)
    .where('kind', 'in', kinds)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!first?.batch) return undefined
  const events = await db
    .selectFrom('events')
    .select(['id', 'subject_id', 'created_at'])
    .where('fanned_out_at', 'is', null)
    .where('batch', '=', first.batch)
    .execute()
  return { id: first.batch, kind: first.kind, events }
}

export async function markFannedOut(tx: Transaction, batch: string, now: number): Promise<void> {
  await tx.updateTable('events').set({ fanned_out_at: now }).where('batch', '=', batch).execute()
}
