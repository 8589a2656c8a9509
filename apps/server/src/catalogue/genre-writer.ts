import { foldName } from '@refrain/contract/fold-name'
import type { Transaction } from '../database/tables.ts'

/** `bg_color` is the background of white text; `color` contrasts with it. */
export interface GenreColours {
  readonly color: string
  readonly bg_color: string
}

/**
 * Finds a genre by name, or inserts it last. The first spelling stays.
 * @param coloursAt the colours of a new genre, by its position from 1
 */
export async function findOrInsertGenre(
  tx: Transaction,
  name: string,
  id: string,
  coloursAt: (position: number) => GenreColours,
): Promise<{ id: string; genre: string; changed: boolean }> {
  const folded = foldName(name)
  const known = await tx
    .selectFrom('genres')
    .select(['id', 'genre'])
    .where('folded_genre', '=', folded)
    .executeTakeFirst()
  if (known) return { ...known, changed: false }
  const last = await tx
    .selectFrom('genres')
    .select(eb => eb.fn.max('position').as('position'))
    .executeTakeFirst()
  const position = (last?.position ?? 0) + 1
  await tx
    .insertInto('genres')
    .values({ id, genre: name, folded_genre: folded, ...coloursAt(position), position })
    .execute()
  return { id, genre: name, changed: true }
}

/** Deletes those of the genres without tracks. */
export async function deleteUnusedGenres(tx: Transaction, ids: readonly string[]): Promise<void> {
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
