import type { Database, Transaction } from '../database/tables.ts'
import type { EventRow } from './tables.ts'

export type WaitingEvent = Pick<EventRow, 'id' | 'kind' | 'subject_id' | 'created_at'>

/**
 * Leaves word of something that listeners may be told of, in the transaction in which it happens. Of one subject
 * it happens once: an album that goes and comes again is no news.
 */
export async function leaveEvent(
  tx: Transaction,
  kind: EventRow['kind'],
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
      fanned_out_at: null,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** The oldest event of which not everybody was told yet. */
export function readWaitingEvent(db: Database): Promise<WaitingEvent | undefined> {
  return db
    .selectFrom('events')
    .select(['id', 'kind', 'subject_id', 'created_at'])
    .where('fanned_out_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function markFannedOut(tx: Transaction, id: string, now: number): Promise<void> {
  await tx.updateTable('events').set({ fanned_out_at: now }).where('id', '=', id).execute()
}
