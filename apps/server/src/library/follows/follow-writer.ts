import { sql } from 'kysely'
import type { Transaction } from '../../database/tables.ts'

/** Lets everybody who follows an artist follow others instead, at the same times. */
export async function handOverFollows(
  tx: Transaction,
  artistId: string,
  successors: readonly string[],
): Promise<void> {
  for (const successor of successors) {
    await tx
      .insertInto('follows')
      .columns(['user_id', 'artist_id', 'followed_at'])
      .expression(eb =>
        eb
          .selectFrom('follows')
          .select(['user_id', sql.val(successor).as('artist_id'), 'followed_at'])
          .where('artist_id', '=', artistId),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  await tx.deleteFrom('follows').where('artist_id', '=', artistId).execute()
  await tx
    .updateTable('artists')
    .set(eb => ({
      followers: eb
        .selectFrom('follows')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('follows.artist_id', '=', 'artists.id'),
    }))
    .where('id', 'in', [artistId, ...successors])
    .execute()
}
