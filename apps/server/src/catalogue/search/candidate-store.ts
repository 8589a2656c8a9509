import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { prefixUpperBound, trigramQuery } from './search-terms.ts'

export type Searched = 'tracks' | 'artists' | 'albums'

/** With more candidates than this, walking rows by popularity is faster. */
const MAX_CANDIDATES = 2_000

/**
 * The `search_id` of rows that may contain a text, from the trigrams of an embedded database.
 * @param before restricts to rows that have one of these characters before the text
 * @returns undefined if there are too many to look at
 */
export async function readTrigramCandidates(
  db: Database,
  table: Searched,
  text: string,
  before: readonly string[],
): Promise<number[] | undefined> {
  const query = trigramQuery(text, before)
  const found = query === undefined ? byTerms(table, text, before) : byTrigrams(table, query)
  const { rows } = await sql<{ id: number }>`${found} limit ${sql.lit(MAX_CANDIDATES + 1)}`.execute(db)
  return rows.length > MAX_CANDIDATES ? undefined : [...new Set(rows.map(({ id }) => id))]
}

function byTrigrams(table: Searched, query: string): RawBuilder<unknown> {
  const index = sql.table(`${table}_trigrams`)
  return sql`select rowid as id from ${index} where ${index} match ${query}`
}

/** Every text of one or two letters begins a trigram: see 016-short-searches.ts. */
function byTerms(table: Searched, text: string, before: readonly string[]): RawBuilder<unknown> {
  const texts = before.length > 0 ? before.map(letter => letter + text) : [text]
  const ranges = texts.map(
    each => sql`select doc as id from ${sql.table(`${table}_terms`)}
      where term >= ${each} and term < ${prefixUpperBound(each)}`,
  )
  return sql.join(ranges, sql` union all `)
}
