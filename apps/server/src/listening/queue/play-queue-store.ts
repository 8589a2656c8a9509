import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../../database/tables.ts'
import type { PlayQueueRow } from '../tables.ts'

export function readPlayQueueRow(
  db: Database,
  userId: string,
): Promise<Selectable<PlayQueueRow> | undefined> {
  return db.selectFrom('play_queues').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Replaces the queue and increments its version. */
export async function upsertPlayQueue(tx: Transaction, row: Omit<PlayQueueRow, 'version'>): Promise<void> {
  const { user_id: _, ...rest } = row
  await tx
    .insertInto('play_queues')
    .values({ ...row, version: 1 })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet(eb => ({ ...rest, version: eb('play_queues.version', '+', 1) })),
    )
    .execute()
}
