import type { Artist } from '@refrain/contract/catalogue/artists'
import { countLimits } from '@refrain/contract/limits'
import { artistColumns, toArtist } from '../catalogue/records.ts'
import { literal } from '../database/literal.ts'
import type { Database, Transaction } from '../database/tables.ts'

/** The artists a listener has played, latest first. */
export async function readInterestedArtists(db: Database, userId: string): Promise<Artist[]> {
  const rows = await db
    .selectFrom('interested_artists')
    .innerJoin('artists', 'artists.id', 'interested_artists.artist_id')
    .select(artistColumns.map(name => `artists.${name}` as const))
    .where('interested_artists.user_id', '=', userId)
    .orderBy('interested_artists.heard_at', 'desc')
    .orderBy('artists.id')
    .limit(literal(countLimits.interests))
    .execute()
  return rows.map(toArtist)
}

/** The genres a listener has played, latest first. */
export function readInterestedGenres(
  db: Database,
  userId: string,
  most = countLimits.interests,
): Promise<{ id: string; genre: string }[]> {
  return db
    .selectFrom('interested_genres')
    .innerJoin('genres', 'genres.id', 'interested_genres.genre_id')
    .select(['genres.id', 'genres.genre'])
    .where('interested_genres.user_id', '=', userId)
    .orderBy('interested_genres.heard_at', 'desc')
    .orderBy('genres.id')
    .limit(literal(most))
    .execute()
}

/**
 * Records when an artist was heard, and deletes the oldest beyond the limit.
 * @param now a time before the one recorded changes nothing
 * @returns whether it is new
 */
export async function upsertInterestedArtist(
  tx: Transaction,
  userId: string,
  artistId: string,
  now: number,
): Promise<boolean> {
  const existing = await tx
    .updateTable('interested_artists')
    .set(eb => ({
      heard_at: eb.case().when('heard_at', '<', now).then(eb.val(now)).else(eb.ref('heard_at')).end(),
    }))
    .where('user_id', '=', userId)
    .where('artist_id', '=', artistId)
    .executeTakeFirst()
  if (existing.numUpdatedRows > 0n) return false
  await tx
    .insertInto('interested_artists')
    .values({ user_id: userId, artist_id: artistId, heard_at: now })
    // An import may have copied it from another artist meanwhile.
    .onConflict(conflict => conflict.columns(['user_id', 'artist_id']).doUpdateSet({ heard_at: now }))
    .execute()
  await tx
    .deleteFrom('interested_artists')
    .where('user_id', '=', userId)
    .where('artist_id', 'not in', eb =>
      eb
        .selectFrom('interested_artists as latest')
        .select('latest.artist_id')
        .where('latest.user_id', '=', userId)
        .orderBy('latest.heard_at', 'desc')
        .limit(literal(countLimits.interests)),
    )
    .execute()
  return true
}

/** The same for a genre. */
export async function upsertInterestedGenre(
  tx: Transaction,
  userId: string,
  genreId: string,
  now: number,
): Promise<boolean> {
  const existing = await tx
    .updateTable('interested_genres')
    .set(eb => ({
      heard_at: eb.case().when('heard_at', '<', now).then(eb.val(now)).else(eb.ref('heard_at')).end(),
    }))
    .where('user_id', '=', userId)
    .where('genre_id', '=', genreId)
    .executeTakeFirst()
  if (existing.numUpdatedRows > 0n) return false
  await tx
    .insertInto('interested_genres')
    .values({ user_id: userId, genre_id: genreId, heard_at: now })
    .execute()
  await tx
    .deleteFrom('interested_genres')
    .where('user_id', '=', userId)
    .where('genre_id', 'not in', eb =>
      eb
        .selectFrom('interested_genres as latest')
        .select('latest.genre_id')
        .where('latest.user_id', '=', userId)
        .orderBy('latest.heard_at', 'desc')
        .limit(literal(countLimits.interests)),
    )
    .execute()
  return true
}

/**
 * Records others as heard when an artist was, unless they were heard later, by everybody who has heard it. What is beyond a
 * listener's limit goes when they hear a new artist.
 */
export async function copyInterests(
  tx: Transaction,
  artistId: string,
  successors: readonly string[],
): Promise<void> {
  for (const successor of successors) {
    await tx
      .insertInto('interested_artists')
      .columns(['user_id', 'artist_id', 'heard_at'])
      .expression(eb =>
        eb
          .selectFrom('interested_artists')
          .select(['user_id', eb.val(successor).as('artist_id'), 'heard_at'])
          .where('artist_id', '=', artistId),
      )
      .onConflict(conflict =>
        conflict
          .columns(['user_id', 'artist_id'])
          .doUpdateSet(eb => ({ heard_at: eb.ref('excluded.heard_at') }))
          .whereRef('interested_artists.heard_at', '<', 'excluded.heard_at'),
      )
      .execute()
  }
}
