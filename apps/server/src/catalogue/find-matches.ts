import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../database/open.ts'
import type { Database } from '../database/tables.ts'

/** What is looked through: a folded form, and what equal matches are ordered by. */
export const SEARCHED = {
  tracks: { form: 'search_title', popularity: 'play_count', name: 'sort_title' },
  artists: { form: 'search_name', popularity: 'followers', name: 'sort_name' },
  albums: { form: 'search_title', popularity: 'play_count', name: 'sort_title' },
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
 */
export async function findMatches(db: Database, search: Search): Promise<string[]> {
  const beginnings = await findBeginnings(db, search)
  // Nothing else can come before them.
  if (beginnings.length === search.most) return beginnings
  const few = search.dialect === 'sqlite' && (await areFew(db, search))
  return readIds(db, search, sql`${contains(search)} ${few ? sql`and ${amongCandidates(search)}` : sql``}`)
}

/** The matches that are or begin with the query, from a range of the index. */
function findBeginnings(db: Database, search: Search): Promise<string[]> {
  return readIds(db, search, begins(search))
}

async function readIds(db: Database, search: Search, where: RawBuilder<unknown>): Promise<string[]> {
  const { table, most } = search
  const { popularity, name } = SEARCHED[table]
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${where}
    order by ${rank(search)}, ${sql.ref(popularity)} desc, ${sql.ref(name)}, id
    limit ${sql.lit(most)}`.execute(db)
  return rows.map(row => row.id)
}

/** What stands before a word, beside the beginning. */
const BEFORE_WORDS = [' ', '(', '[', '"', "'", '-', '/', '.', '¿', '¡']

/** 0 for the best matches. */
function rank(search: Search): RawBuilder<number> {
  const { query } = search
  const form = formOf(search)
  const words = BEFORE_WORDS.map(before => holds(search, before + query))
  return sql<number>`case
    when ${form} = ${query} then 0
    when ${begins(search)} then 1
    when ${sql.join(words, sql` or `)} then 2
    else 3 end`
}

const formOf = ({ table }: Search) => sql.ref(SEARCHED[table].form)

function begins(search: Search): RawBuilder<boolean> {
  const form = formOf(search)
  return sql<boolean>`(${form} >= ${search.query} and ${form} < ${pastBeginnings(search.query)})`
}

function holds(search: Search, text: string): RawBuilder<boolean> {
  const form = formOf(search)
  return search.dialect === 'sqlite'
    ? sql<boolean>`instr(${form}, ${text}) > 0`
    : sql<boolean>`strpos(${form}, ${text}) > 0`
}

/** PostgreSQL finds these by its trigrams, or walks the table where it expects that to be quicker. */
function contains(search: Search): RawBuilder<boolean> {
  if (search.dialect === 'sqlite') return holds(search, search.query)
  const literal = search.query.replaceAll(/[\\%_]/g, '\\$&')
  return sql<boolean>`${formOf(search)} like ${`%${literal}%`}`
}

const HIGHEST = 0x10_ff_ff
const SURROGATES = 0xd8_00

/** The text that comes after all that begin with `text`, as both databases order: by code points. */
export function pastBeginnings(text: string): string {
  const letters = Array.from(text, letter => letter.codePointAt(0) as number)
  while (letters.at(-1) === HIGHEST) letters.pop()
  const last = letters.pop()
  if (last === undefined) return '\u{10ffff}'.repeat(text.length)
  const next = last + 1 === SURROGATES ? 0xe0_00 : last + 1
  return String.fromCodePoint(...letters, next)
}

/** With more candidates than this, walking all forms is as quick as looking each candidate up. */
const FEW = 1_000
const TRIGRAM = 3
/** More would not make fewer candidates: each is looked at again. */
const MOST_TRIGRAMS = 20

function trigramsOf(query: string): string[] {
  const letters = [...query]
  const all = letters.slice(0, 1 - TRIGRAM).map((_, at) => letters.slice(at, at + TRIGRAM).join(''))
  return [...new Set(all)].slice(0, MOST_TRIGRAMS)
}

async function areFew(db: Database, search: Search): Promise<boolean> {
  if ([...search.query].length < TRIGRAM) return false
  const { rows } = await sql`${candidates(search)} limit ${sql.lit(FEW + 1)}`.execute(db)
  return rows.length <= FEW
}

/** The rows of the trigram index that hold every trigram of the query. */
function candidates({ table, query }: Search): RawBuilder<unknown> {
  const index = sql.table(`${table}_trigrams`)
  const all = trigramsOf(query).map(trigram => `"${trigram.replaceAll('"', '""')}"`)
  return sql`select rowid from ${index} where ${index} match ${all.join(' AND ')}`
}

function amongCandidates(search: Search): RawBuilder<unknown> {
  return sql`search_id in (${candidates(search)})`
}
