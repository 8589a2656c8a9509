import type { Genre } from '@refrain/contract/catalogue/genres'
import { foldName } from '@refrain/contract/fold-name'
import { countLimits } from '@refrain/contract/limits'
import { literal } from '../database/literal.ts'
import type { Database } from '../database/tables.ts'
import { genreColumns, toGenre } from './records.ts'

/** All genres in the order they were added, which numbers the daily mixes. */
export async function readAllGenres(db: Database): Promise<Genre[]> {
  const rows = await db
    .selectFrom('genres')
    .select(genreColumns)
    .orderBy('position')
    .orderBy('folded_genre')
    .limit(literal(countLimits.allRecords))
    .execute()
  return rows.map(toGenre)
}

export async function readGenre(db: Database, id: string): Promise<Genre | undefined> {
  const row = await db.selectFrom('genres').select(genreColumns).where('id', '=', id).executeTakeFirst()
  return row && toGenre(row)
}

/** The name is compared without regard to case. */
export async function readGenreIdByName(db: Database, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('genres')
    .select('id')
    .where('folded_genre', '=', foldName(name))
    .executeTakeFirst()
  return row?.id
}
