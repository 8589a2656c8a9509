import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'
import { readTrigramCandidates, type Searched } from './candidate-store.ts'
import { gramsOf, isAscii, MAX_GRAM, prefixUpperBound } from './search-terms.ts'

/** The folded column that is searched, and the order of equally good matches. */
const SEARCH_COLUMNS = {
  tracks: { form: sql.ref('search_title'), popularity: sql.ref('play_count'), name: sql.ref('sort_title') },
  artists: { form: sql.ref('search_name'), popularity: sql.ref('followers'), name: sql.ref('sort_name') },
  albums: { form: sql.ref('search_title'), popularity: sql.ref('play_count'), name: sql.ref('sort_title') },
} as const

export interface Search {
  readonly dialect: Dialect
  readonly table: Searched
  /** Folded, not empty. */
  readonly query: string
  readonly most: number
}

/**
 * Finds the rows that contain the query, best first: equal to it, beginning with it, with a word beginning with it, then
 * the rest; each by popularity, then by name. Every query stops at the limit, so that frequent matches cost no more than
 * rare ones.
 */
export async function findMatches(db: Database, search: Search): Promise<string[]> {
  const found = new Set<string>()
  for (const read of [readEqual, readBeginning, readByWord, readOthers]) {
    const left = search.most - found.size
    if (left === 0) break
    // An import may rename rows between two queries.
    for (const id of await read(db, search, left)) found.add(id)
  }
  return [...found]
}

function readEqual(db: Database, search: Search, most: number): Promise<string[]> {
  const { form } = SEARCH_COLUMNS[search.table]
  return readIds(db, search, most, { from: indexed(search, 'form'), where: sql`${form} = ${search.query}` })
}

/** With more rows than this that begin with the query, walking rows by popularity is faster than sorting them. */
const MANY_BEGINNINGS = 5_000

async function readBeginning(db: Database, search: Search, most: number): Promise<string[]> {
  const where = begins(search)
  if (search.dialect === 'postgres') return readIds(db, search, most, { where })
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from ${indexed(search, 'form')} where ${where} limit ${sql.lit(MANY_BEGINNINGS)}
  )`.execute(db)
  const index = rows[0]!.count < MANY_BEGINNINGS ? 'form' : 'popularity'
  return readIds(db, search, most, { from: indexed(search, index), where })
}

/** With a word that begins with the query, but not the first one. */
function readByWord(db: Database, search: Search, most: number): Promise<string[]> {
  const where = sql`${startsWord(search)} and not ${beginsOrEquals(search)}`
  return readPopular(db, search, most, where, WORD_SEPARATORS)
}

function readOthers(db: Database, search: Search, most: number): Promise<string[]> {
  const where = sql`${containsText(search, search.query)} and not ${beginsOrEquals(search)}
    and not ${startsWord(search)}`
  return readPopular(db, search, most, where, [])
}

/** Characters that precede a word. */
const WORD_SEPARATORS = [' ', '(', '[', '"', "'", '-', '/', '.', '¿', '¡']

function startsWord(search: Search): RawBuilder<boolean> {
  const words = sql.join(
    WORD_SEPARATORS.map(before => containsText(search, before + search.query)),
    sql` or `,
  )
  // One comparison excludes most rows of a walk.
  return search.dialect === 'sqlite'
    ? sql`(${containsText(search, search.query)} and (${words}))`
    : sql`(${words})`
}

function begins({ table, query }: Search): RawBuilder<boolean> {
  const { form } = SEARCH_COLUMNS[table]
  return sql`(${form} > ${query} and ${form} < ${prefixUpperBound(query)})`
}

function beginsOrEquals({ table, query }: Search): RawBuilder<boolean> {
  const { form } = SEARCH_COLUMNS[table]
  return sql`(${form} >= ${query} and ${form} < ${prefixUpperBound(query)})`
}

/** In PostgreSQL such that one of its indexes finds the rows: see 016-short-searches.ts. */
function containsText({ dialect, table }: Search, text: string): RawBuilder<boolean> {
  const { form } = SEARCH_COLUMNS[table]
  if (dialect === 'sqlite') return sql`instr(${form}, ${text}) > 0`
  const hasGrams = sql<boolean>`search_grams(${form}) @> array[${sql.join(gramsOf(text))}]::text[]`
  if ([...text].length <= MAX_GRAM) return hasGrams
  const like = sql<boolean>`${form} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`
  return isAscii(text) ? like : sql`(${hasGrams} and ${like})`
}

/**
 * Reads the most popular matches. PostgreSQL chooses between its indexes and a walk by popularity; for SQLite this function
 * chooses.
 * @param before each match has one of these characters before the query; any, if there are none
 */
async function readPopular(
  db: Database,
  search: Search,
  most: number,
  where: RawBuilder<unknown>,
  before: readonly string[],
): Promise<string[]> {
  if (search.dialect === 'postgres') return readIds(db, search, most, { where })
  const candidates = await readTrigramCandidates(db, search.table, search.query, before)
  if (!candidates) return readIds(db, search, most, { from: indexed(search, 'popularity'), where })
  return readIds(db, search, most, {
    // SQLite keeps the order of tables in a cross join.
    from: sql`json_each(${JSON.stringify(candidates)}) cross join ${sql.table(search.table)} on search_id = value`,
    where,
  })
}

/** The table, in SQLite by one of its indexes. */
function indexed({ dialect, table }: Search, by: 'form' | 'popularity'): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql`${sql.table(table)} indexed by ${sql.ref(`${table}_by_${by}`)}`
    : sql.table(table)
}

interface Reading {
  readonly from?: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

async function readIds(
  db: Database,
  search: Search,
  most: number,
  { from = sql.table(search.table), where }: Reading,
): Promise<string[]> {
  const { popularity, name } = SEARCH_COLUMNS[search.table]
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(`${search.table}.id`)} from ${from} where ${where}
    order by ${popularity} desc, ${name}, ${sql.ref(`${search.table}.id`)} limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ id }) => id)
}
