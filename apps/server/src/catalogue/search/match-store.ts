import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { readTrigramCandidates } from './candidate-store.ts'
import { readWithinPostgres } from './postgres-match-store.ts'
import { SEARCH_COLUMNS, type Search, WORD_SEPARATORS } from './search-columns.ts'
import { prefixUpperBound } from './search-terms.ts'

/**
 * Finds the rows that contain the query, best first: equal to it, beginning with it, with a word beginning with it, then
 * the rest; each by popularity, then by name. Every query stops at the limit, so that frequent matches cost no more than
 * rare ones.
 */
export async function findMatches(db: Database, search: Search): Promise<string[]> {
  const found = new Set<string>()
  for (const read of [readEqual, readBeginning, readWithin]) {
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

/** Those that contain the query after their beginning, first those with a word that begins with it. */
async function readWithin(db: Database, search: Search, most: number): Promise<string[]> {
  const isLater = sql<boolean>`not ${beginsOrEquals(search)}`
  if (search.dialect === 'postgres') return readWithinPostgres(db, search, most, isLater)
  const within = sql`${contains(search, search.query)} and ${isLater}`
  const candidates = await readTrigramCandidates(db, search.table, { text: search.query, most })
  if (candidates) {
    const from = fromCandidates(search, candidates)
    return readIds(db, search, most, { from, where: within, first: sql`${startsWord(search)} desc,` })
  }
  const byWord = await readByWord(db, search, most, isLater)
  if (byWord.length === most) return byWord
  const others = await readIds(db, search, most - byWord.length, {
    from: indexed(search, 'popularity'),
    where: sql`${within} and not ${startsWord(search)}`,
  })
  return [...byWord, ...others]
}

async function readByWord(
  db: Database,
  search: Search,
  most: number,
  isLater: RawBuilder<boolean>,
): Promise<string[]> {
  const { query: text, table } = search
  const candidates = await readTrigramCandidates(db, table, { text, most, before: WORD_SEPARATORS })
  return readIds(db, search, most, {
    from: candidates ? fromCandidates(search, candidates) : indexed(search, 'popularity'),
    where: sql`${startsWord(search)} and ${isLater}`,
  })
}

function startsWord(search: Search): RawBuilder<boolean> {
  const words = WORD_SEPARATORS.map(before => contains(search, before + search.query))
  // One comparison excludes most rows of a walk.
  return sql`(${contains(search, search.query)} and (${sql.join(words, sql` or `)}))`
}

function begins({ table, query }: Search): RawBuilder<boolean> {
  const { form } = SEARCH_COLUMNS[table]
  return sql`(${form} > ${query} and ${form} < ${prefixUpperBound(query)})`
}

function beginsOrEquals({ table, query }: Search): RawBuilder<boolean> {
  const { form } = SEARCH_COLUMNS[table]
  return sql`(${form} >= ${query} and ${form} < ${prefixUpperBound(query)})`
}

function contains({ table }: Search, text: string): RawBuilder<boolean> {
  return sql`instr(${SEARCH_COLUMNS[table].form}, ${text}) > 0`
}

/** SQLite keeps the order of tables in a cross join. */
function fromCandidates({ table }: Search, candidates: string): RawBuilder<unknown> {
  const ids = sql`json_each(${candidates})`
  return sql`${ids} cross join ${sql.table(table)} on search_id = value`
}

/** The table, in SQLite by one of its indexes; PostgreSQL chooses itself. */
function indexed({ dialect, table }: Search, by: 'form' | 'popularity'): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql`${sql.table(table)} indexed by ${sql.ref(`${table}_by_${by}`)}`
    : sql.table(table)
}

interface Reading {
  readonly from?: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  /** Order before popularity. */
  readonly first?: RawBuilder<unknown>
}

async function readIds(
  db: Database,
  search: Search,
  most: number,
  { from = sql.table(search.table), where, first = sql`` }: Reading,
): Promise<string[]> {
  const { popularity, name } = SEARCH_COLUMNS[search.table]
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(`${search.table}.id`)} from ${from} where ${where}
    order by ${first} ${popularity} desc, ${name}, ${sql.ref(`${search.table}.id`)} limit ${sql.lit(most)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
