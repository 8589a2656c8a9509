import { sql } from 'kysely'
import type { Transaction } from '../database/tables.ts'
import { foldName } from './fold-name.ts'

/** A genre's two colours: `bg_color` carries white text, `color` stands out on it. */
export interface GenreColours {
  readonly color: string
  readonly bg_color: string
}

/** The row of a genre, which is put in last where missing; the first spelling stays. */
export async function keepGenre(
  tx: Transaction,
  name: string,
  fresh: GenreColours & { id: string },
): Promise<{ id: string; genre: string; changed: boolean }> {
  const folded = foldName(name)
  const known = await tx
    .selectFrom('genres')
    .select(['id', 'genre'])
    .where('folded_genre', '=', folded)
    .executeTakeFirst()
  if (known) return { ...known, changed: false }
  const { id, color, bg_color } = fresh
  await tx
    .insertInto('genres')
    .values(eb => ({
      id,
      genre: name,
      folded_genre: folded,
      color,
      bg_color,
      position: eb.selectFrom('genres').select(sql<number>`coalesce(max(position), 0) + 1`.as('next')),
    }))
    .execute()
  return { id, genre: name, changed: true }
}

/** Takes out those of these genres that no track has. */
export async function dropUnusedGenres(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('genres')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('track_genres').select('track_id').whereRef('track_genres.genre_id', '=', 'genres.id'),
        ),
      ),
    )
    .execute()
}
