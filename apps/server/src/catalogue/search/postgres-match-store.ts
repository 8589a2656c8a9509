import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { Searched } from './candidate-store.ts'
import { SEARCH_COLUMNS, type Search, WORD_SEPARATORS } from './search-columns.ts'
import { gramsOf, isAscii, MAX_GRAM } from './search-terms.ts'

/** Rows of a walk by popularity: what few of them contain is rare enough to be found by an index. */
const WALKED = 10_000

/**
 * Finds the rows that contain the query after their beginning, first those with a word that begins with it. PostgreSQL
 * cannot know how many rows contain a text, so the most popular rows are asked first, which finds enough of what is frequent.
 * @param within condition that excludes rows that begin with the query
 */
export async function readWithinPostgres(
  db: Database,
  search: Search,
  most: number,
  within: RawBuilder<boolean>,
): Promise<string[]> {
  const { query } = search
  const words = WORD_SEPARATORS.map(before => before + query)
  const isWord = anyOf(words.map(word => isLike(search.table, word)))
  const contains = sql`${isLike(search.table, query)} and ${within}`
  const popular = await readPopular(db, search, most, contains)
  if (popular.length < most) {
    return readIndexed(db, search, most, {
      where: sql`${isIndexed(search.table, query)} and ${within}`,
      isWord,
    })
  }
  const byWord = await readPopular(db, search, most, sql`${contains} and ${isWord}`)
  if (byWord.length === most) return byWord
  const where = sql`${anyOf(words.map(word => isIndexed(search.table, word)))} and ${within}`
  const allByWord = await readIndexed(db, search, most, { where, isWord })
  const isListed = new Set(allByWord)
  return [...allByWord, ...popular.filter(id => !isListed.has(id))].slice(0, most)
}

const anyOf = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`

function isLike(table: Searched, text: string): RawBuilder<boolean> {
  return sql`${SEARCH_COLUMNS[table].form} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`
}

/** Such that an index finds the rows: trigrams, or the grams of 016-short-searches.ts. */
export function isIndexed(table: Searched, text: string): RawBuilder<boolean> {
  const { form } = SEARCH_COLUMNS[table]
  const hasGrams = sql<boolean>`search_grams(${form}) @> array[${sql.join(gramsOf(text))}]::text[]`
  if ([...text].length <= MAX_GRAM) return hasGrams
  return isAscii(text) ? isLike(table, text) : sql`(${hasGrams} and ${isLike(table, text)})`
}

async function readPopular(
  db: Database,
  { table }: Search,
  most: number,
  where: RawBuilder<unknown>,
): Promise<string[]> {
  const { form, popularity, name } = SEARCH_COLUMNS[table]
  const order = sql`order by ${popularity} desc, ${name}, id`
  const { rows } = await sql<{ id: string }>`select id from (
    select id, ${form}, ${popularity}, ${name} from ${sql.table(table)} ${order} limit ${sql.lit(WALKED)}
  ) as popular where ${where} ${order} limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ id }) => id)
}

async function readIndexed(
  db: Database,
  { table }: Search,
  most: number,
  { where, isWord }: { where: RawBuilder<unknown>; isWord: RawBuilder<unknown> },
): Promise<string[]> {
  const { form, popularity, name } = SEARCH_COLUMNS[table]
  // Materialized, so that the index is not given up for a walk through all rows.
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      select id, ${form}, ${popularity}, ${name} from ${sql.table(table)} where ${where}
    )
    select id from found order by ${isWord} desc, ${popularity} desc, ${name}, id limit ${sql.lit(most)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
