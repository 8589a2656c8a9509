import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'
import { prefixUpperBound, trigramQuery } from './search-terms.ts'

/** The folded column that is searched, and the order of equally good matches. */
const SEARCH_COLUMNS = {
  tracks: { form: sql.ref('search_title'), popularity: sql.ref('play_count'), name: sql.ref('sort_title') },
  artists: { form: sql.ref('search_name'), popularity: sql.ref('followers'), name: sql.ref('sort_name') },
  albums: { form: sql.ref('search_title'), popularity: sql.ref('play_count'), name: sql.ref('sort_title') },
} as const

export interface Search {
  readonly dialect: Dialect
  readonly table: keyof typeof SEARCH_COLUMNS
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
  const { query, most } = search
  const { form } = SEARCH_COLUMNS[search.table]
  const begins = sql`(${form} >= ${query} and ${form} < ${prefixUpperBound(query)})`
  const beginning = await readMatches(db, search, { where: begins, first: sql`${form} = ${query} desc,` })
  if (beginning.length === most) return beginning.map(idOf)

  const within = sql`${containsText(search, query)} and not ${begins}`
  const others = await readPopularMatches(db, search, within, trigramQuery(query))
  let byWord = others.filter(match => match.by_word === 1)
  if (others.length === most) {
    // Less popular rows may have more matches at the beginning of a word.
    const where = sql`${within} and ${startsWord(search)}`
    byWord = await readPopularMatches(db, search, where, trigramQuery(query, WORD_SEPARATORS))
  }
  const rest = others.filter(match => match.by_word === 0)
  // An import may rename rows between two queries.
  return [...new Set([...beginning, ...byWord, ...rest].map(idOf))].slice(0, most)
}

interface Match {
  readonly id: string
  /** 1 where a word begins with the query. */
  readonly by_word: number
}

const idOf = ({ id }: Match) => id

/** Characters that precede a word. */
const WORD_SEPARATORS = [' ', '(', '[', '"', "'", '-', '/', '.', '¿', '¡']

function containsText({ dialect, table }: Search, text: string): RawBuilder<boolean> {
  const { form } = SEARCH_COLUMNS[table]
  return dialect === 'sqlite'
    ? sql`instr(${form}, ${text}) > 0`
    : sql`${form} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`
}

function startsWord(search: Search): RawBuilder<boolean> {
  const words = WORD_SEPARATORS.map(before => containsText(search, before + search.query))
  return sql`(${sql.join(words, sql` or `)})`
}

/** With more candidates than this, walking rows by popularity is faster. */
const MAX_TRIGRAM_CANDIDATES = 1_000

/**
 * Reads the most popular matches. PostgreSQL chooses between its trigram index and a walk by popularity; for SQLite this
 * function chooses.
 * @param trigrams query for SQLite's trigram index; '' if the search is too short for it
 */
async function readPopularMatches(
  db: Database,
  search: Search,
  where: RawBuilder<unknown>,
  trigrams: string,
): Promise<Match[]> {
  const reading = { where, byWord: startsWord(search) }
  if (search.dialect === 'postgres' || trigrams === '') return readMatches(db, search, reading)
  const index = sql.table(`${search.table}_trigrams`)
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select rowid from ${index} where ${index} match ${trigrams} limit ${sql.lit(MAX_TRIGRAM_CANDIDATES + 1)}
  )`.execute(db)
  if (rows[0]!.count > MAX_TRIGRAM_CANDIDATES) return readMatches(db, search, reading)
  return readMatches(db, search, {
    ...reading,
    // SQLite keeps the order of tables in a cross join.
    from: sql`${index} cross join ${sql.table(search.table)} on search_id = ${index}.rowid`,
    where: sql`${index} match ${trigrams} and ${where}`,
  })
}

interface Reading {
  readonly from?: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  /** Order before popularity. */
  readonly first?: RawBuilder<unknown>
  readonly byWord?: RawBuilder<unknown>
}

async function readMatches(db: Database, search: Search, reading: Reading): Promise<Match[]> {
  const { popularity, name } = SEARCH_COLUMNS[search.table]
  const { from = sql.table(search.table), where, first = sql``, byWord = sql`false` } = reading
  const { rows } = await sql<Match>`
    select id, case when ${byWord} then 1 else 0 end as by_word from ${from} where ${where}
    order by ${first} ${popularity} desc, ${name}, id limit ${sql.lit(search.most)}`.execute(db)
  return rows
}
