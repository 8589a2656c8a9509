import { sql } from 'kysely'
import { hasNoMusic } from '../../catalogue/artist-writer.ts'
import type { Transaction } from '../../database/tables.ts'

/**
 * Lets everybody who follows an artist follow others as well, since the same times, also beyond the limit of what they
 * may follow. The rows of the artists are locked.
 */
export async function copyFollows(
  tx: Transaction,
  artistId: string,
  successors: readonly string[],
): Promise<void> {
  for (const successor of successors) {
    const artist = sql.val(successor).as('artist_id')
    await tx
      .insertInto('follows')
      .columns(['user_id', 'artist_id', 'followed_at'])
      .expression(eb =>
        eb.selectFrom('follows').select(['user_id', artist, 'followed_at']).where('artist_id', '=', artistId),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  await countFollowers(tx, successors)
}

/** Ends the follows of an artist without music, whom nothing else would keep. */
export async function endFollowsOfUnused(tx: Transaction, artistId: string): Promise<void> {
  await tx
    .deleteFrom('follows')
    .where('artist_id', 'in', eb =>
      eb.selectFrom('artists').select('id').where('id', '=', artistId).where(hasNoMusic),
    )
    .execute()
  await countFollowers(tx, [artistId])
}

async function countFollowers(tx: Transaction, artistIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('artists')
    .set(eb => ({
      followers: eb
        .selectFrom('follows')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('follows.artist_id', '=', 'artists.id'),
    }))
    .where('id', 'in', artistIds)
    .execute()
}
