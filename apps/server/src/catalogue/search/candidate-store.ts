import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { prefixUpperBound, trigramQuery } from './search-terms.ts'

export type Searched = 'tracks' | 'artists' | 'albums'

/** Measured with a million tracks: a row of a walk takes half the time of a candidate. */
const WALKED_PER_CANDIDATE = 2

/**
 * The `search_id` of rows that may contain a text, from the trigrams of an embedded database, as a JSON array.
 * @param most matches wanted
 * @param before restricts to rows that have one of these characters before the text
 * @returns undefined if there are so many that walking rows by popularity finds enough matches sooner
 */
export async function readTrigramCandidates(
  db: Database,
  table: Searched,
  { text, most, before = [] }: { text: string; most: number; before?: readonly string[] },
): Promise<string | undefined> {
  const query = trigramQuery(text, before)
  const found = query === undefined ? byTerms(table, text, before) : byTrigrams(table, query)
  const limit = await mostCandidates(db, table, most)
  // One row: thousands of them cost more than finding them.
  const { rows } = await sql<{ count: number; ids: string }>`
    select count(*) as count, json_group_array(id) as ids from (${found} limit ${limit + 1})
  `.execute(db)
  const [read] = rows
  return read && read.count <= limit ? read.ids : undefined
}

/** Where both ways take as long: with c candidates among n rows, a walk meets the wanted matches after n × most / c rows. */
async function mostCandidates(db: Database, table: Searched, most: number): Promise<number> {
  const { rows } = await sql<{
    last: number | null
  }>`select max(search_id) as last from ${sql.table(table)}`.execute(db)
  return Math.ceil(Math.sqrt(((rows[0]?.last ?? 0) * most) / WALKED_PER_CANDIDATE))
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
  // A row with several such trigrams comes once.
  return sql`select distinct id from (${sql.join(ranges, sql` union all `)})`
}
