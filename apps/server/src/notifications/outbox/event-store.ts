import { randomUUID } from 'node:crypto'
import { CHUNK } from '../../database/in-chunks.ts'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { EventRow } from '../tables.ts'

/** An artist's new albums are told together once none came for so long: an import takes them in one by one. */
export const QUIET_PERIOD_MS = 20_000
/** They wait no longer than this, however many still come. */
const MAX_WAIT_MS = 600_000

export type PendingEvent = Pick<EventRow, 'id' | 'subject_id' | 'created_at'>

/**
 * Leaves word of something that listeners may be told of, in the transaction in which it happens. Of one subject
 * it happens once: an album that goes and comes again is no news.
 */
export async function recordEvent(
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
      batch: null,
      fanned_out_at: null,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** Ids of the albums' events of the artist whose albums wait longest, once they wait no more; [] while all do. */
export async function readReadyEvents(db: Database, now: number): Promise<string[]> {
  const ready = await ungathered(db)
    .select('albums.artist_id')
    .groupBy('albums.artist_id')
    .having(({ fn, or, eb }) =>
      or([
        eb(fn.max('events.created_at'), '<=', now - QUIET_PERIOD_MS),
        eb(fn.min('events.created_at'), '<=', now - MAX_WAIT_MS),
      ]),
    )
    .orderBy(eb => eb.fn.min('events.created_at'))
    .limit(1)
    .executeTakeFirst()
  if (!ready) return []
  const events = await ungathered(db)
    .select('events.id')
    // null: of albums that are gone.
    .where('albums.artist_id', 'is not distinct from', ready.artist_id)
    .orderBy('events.created_at')
    .orderBy('events.id')
    .limit(literal(CHUNK))
    .execute()
  return events.map(event => event.id)
}

function ungathered(db: Database) {
  return db
    .selectFrom('events')
    .leftJoin('albums', 'albums.id', 'events.subject_id')
    .where('events.fanned_out_at', 'is', null)
    .where('events.batch', 'is', null)
}

/** Settles for all processes that these are told together; what another has settled meanwhile stays so. */
export async function assignBatch(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('events')
    .set({ batch: randomUUID() })
    .where('id', 'in', ids)
    .where('batch', 'is', null)
    .where('fanned_out_at', 'is', null)
    .execute()
}

/** What is told together and was not told to everybody yet: the oldest of that. */
export async function readNextBatch(
  db: Database,
): Promise<{ batch: string; events: PendingEvent[] } | undefined> {
  const first = await db
    .selectFrom('events')
    .select('batch')
    .where('fanned_out_at', 'is', null)
    .where('batch', 'is not', null)
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
  return { batch: first.batch, events }
}

export async function markFannedOut(tx: Transaction, batch: string, now: number): Promise<void> {
  await tx.updateTable('events').set({ fanned_out_at: now }).where('batch', '=', batch).execute()
}
