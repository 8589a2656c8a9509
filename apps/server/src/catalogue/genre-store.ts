import type { Genre } from '@refrain/contract/catalogue/genres'
import { countLimits } from '@refrain/contract/limits'
import { literal } from '../database/literal.ts'
import type { Database } from '../database/tables.ts'
import { genreColumns, toGenre } from './records.ts'

/** All genres as they were added: the order that the numbers of the daily mixes come from (READ-20). */
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
