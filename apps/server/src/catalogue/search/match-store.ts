import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'
import { prefixUpperBound, trigramQuery } from './search-terms.ts'

/** What is looked through: a folded form, and what equal matches are ordered by. */
const SEARCHED = {
  tracks: { form: sql.ref('search_title'), popularity: sql.ref('play_count'), name: sql.ref('sort_title') },
  artists: { form: sql.ref('search_name'), popularity: sql.ref('followers'), name: sql.ref('sort_name') },
  albums: { form: sql.ref('search_title'), popularity: sql.ref('play_count'), name: sql.ref('sort_title') },
} as const

export interface Search {
  readonly dialect: Dialect
  readonly table: keyof typeof SEARCHED
  /** Folded, not empty. */
  readonly query: string
  readonly most: number
}

/**
 * Ids of the rows whose form holds the query, best first: those that are the query, that begin with it,
 * that have a word beginning with it, then the rest; each more popular first, then by name.
 * Every read ends once it has as many as are wanted: what matches often costs no more than what matches
 * seldom.
 */
export async function findMatches(db: Database, search: Search): Promise<string[]> {
  const { query, most } = search
  const { form } = SEARCHED[search.table]
  const begins = sql`(${form} >= ${query} and ${form} < ${prefixUpperBound(query)})`
  const beginning = await readMatches(db, search, { where: begins, first: sql`${form} = ${query} desc,` })
  if (beginning.length === most) return beginning.map(idOf)

  const within = sql`${containsText(search, query)} and not ${begins}`
  const others = await readPopularMatches(db, search, within, trigramQuery(query))
  let byWord = others.filter(match => match.by_word === 1)
  if (others.length === most) {
    // There may be more words beginning with it among what is less popular.
    const where = sql`${within} and ${byWordOf(search)}`
    byWord = await readPopularMatches(db, search, where, trigramQuery(query, BEFORE_WORDS))
  }
  const rest = others.filter(match => match.by_word === 0)
  // An import may rename between two reads.
  return [...new Set([...beginning, ...byWord, ...rest].map(idOf))].slice(0, most)
}

interface Match {
  readonly id: string
  /** 1 where a word begins with the query. */
  readonly by_word: number
}

const idOf = ({ id }: Match) => id

/** What stands before a word, beside the beginning. */
const BEFORE_WORDS = [' ', '(', '[', '"', "'", '-', '/', '.', '¿', '¡']

function containsText({ dialect, table }: Search, text: string): RawBuilder<boolean> {
  const { form } = SEARCHED[table]
  return dialect === 'sqlite'
    ? sql`instr(${form}, ${text}) > 0`
    : sql`${form} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`
}

function byWordOf(search: Search): RawBuilder<boolean> {
  const words = BEFORE_WORDS.map(before => containsText(search, before + search.query))
  return sql`(${sql.join(words, sql` or `)})`
}

/** With more candidates than this, walking from the most popular meets enough matches sooner. */
const FEW = 1_000

/**
 * The most popular rows. PostgreSQL chooses by itself between its trigrams and a walk from the most popular;
 * to the embedded database it is said.
 * @param trigrams what its index of trigrams is asked for; '' where the query is too short for it
 */
async function readPopularMatches(
  db: Database,
  search: Search,
  where: RawBuilder<unknown>,
  trigrams: string,
): Promise<Match[]> {
  const reading = { where, byWord: byWordOf(search) }
  if (search.dialect === 'postgres' || trigrams === '') return readMatches(db, search, reading)
  const index = sql.table(`${search.table}_trigrams`)
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select rowid from ${index} where ${index} match ${trigrams} limit ${sql.lit(FEW + 1)}
  )`.execute(db)
  if (rows[0]!.count > FEW) return readMatches(db, search, reading)
  return readMatches(db, search, {
    ...reading,
    // Unlike a plain join, a cross join begins with what stands first.
    from: sql`${index} cross join ${sql.table(search.table)} on search_id = ${index}.rowid`,
    where: sql`${index} match ${trigrams} and ${where}`,
  })
}

interface Reading {
  readonly from?: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  /** What comes before popularity. */
  readonly first?: RawBuilder<unknown>
  readonly byWord?: RawBuilder<unknown>
}

async function readMatches(db: Database, search: Search, reading: Reading): Promise<Match[]> {
  const { popularity, name } = SEARCHED[search.table]
  const { from = sql.table(search.table), where, first = sql``, byWord = sql`false` } = reading
  const { rows } = await sql<Match>`
    select id, case when ${byWord} then 1 else 0 end as by_word from ${from} where ${where}
    order by ${first} ${popularity} desc, ${name}, id limit ${sql.lit(search.most)}`.execute(db)
  return rows
}
