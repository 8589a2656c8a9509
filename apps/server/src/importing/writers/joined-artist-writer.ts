import { foldName } from '@refrain/contract/fold-name'
import { inChunks } from '../../database/in-chunks.ts'
import { lockRows } from '../../database/lock-rows.ts'
import type { Transaction } from '../../database/tables.ts'
import { copyFollows, endFollowsOfUnused } from '../../library/follows/follow-writer.ts'
import { copyRatings } from '../../library/ratings/rating-store.ts'
import { copyInterests } from '../../listening/interest-store.ts'

/** What stands between the names of several artists that were one before, with any separator. */
const BETWEEN = /^(?:[\s\p{P}\p{S}]|\b(?:and|feat|ft|featuring|vs|with|x)\b\.?)*$/iu

interface KnownArtist {
  readonly id: string
  readonly name: string
}

/**
 * Lets those who follow, have rated or have heard an artist that was several, such as `A; B`, do so with each of them. As long as that
 * artist has music, they stay with it, too.
 * @param former artists that some of the tracks had before
 * @param tracks the artists of each track now
 */
export async function replaceJoinedArtists(
  tx: Transaction,
  former: readonly string[],
  tracks: readonly (readonly KnownArtist[])[],
): Promise<void> {
  const several = tracks.filter(artists => artists.length > 1)
  if (former.length === 0 || several.length === 0) return
  for (const ids of inChunks(former)) {
    const known = await tx
      .selectFrom('artists')
      .select(['id', 'folded_name'])
      .where('id', 'in', ids)
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('followers', '>', 0),
          ...(['artist_ratings', 'interested_artists'] as const).map(table =>
            exists(
              selectFrom(table as 'artist_ratings')
                .select('user_id')
                .whereRef('artist_id', '=', 'artists.id'),
            ),
          ),
        ]),
      )
      .orderBy('id')
      .execute()
    for (const { id, folded_name } of known) {
      const successors = several
        .map(artists => findSuccessors(folded_name, artists))
        .find(found => found.length > 1)
      if (!successors || successors.includes(id)) continue
      await lockRows(tx, 'artists', [id, ...successors], 'changes')
      await copyFollows(tx, id, successors)
      await copyRatings(tx, id, successors)
      await copyInterests(tx, id, successors)
      await endFollowsOfUnused(tx, id)
    }
  }
}

/** Those of the artists whose names make up a joined name; none if it has more words. */
function findSuccessors(joined: string, artists: readonly KnownArtist[]): string[] {
  let rest = joined
  const found: string[] = []
  for (const { id, name } of artists.toSorted((a, b) => b.name.length - a.name.length)) {
    const folded = foldName(name)
    if (!rest.includes(folded)) continue
    rest = rest.replace(folded, '\u0000')
    found.push(id)
  }
  return BETWEEN.test(rest.replaceAll('\u0000', ' ')) ? found : []
}
