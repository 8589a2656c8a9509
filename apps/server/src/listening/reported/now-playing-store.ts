import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../../database/tables.ts'
import type { NowPlayingRow } from '../tables.ts'

export function readNowPlayingRow(
  db: Database,
  userId: string,
): Promise<Selectable<NowPlayingRow> | undefined> {
  return db.selectFrom('now_playing').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function upsertNowPlaying(tx: Transaction, row: NowPlayingRow): Promise<void> {
  const { user_id: _, ...rest } = row
  await tx
    .insertInto('now_playing')
    .values(row)
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(rest))
    .execute()
}
