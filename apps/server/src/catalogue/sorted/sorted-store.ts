import { type ListingSort, SORTED_PAGE } from '@refrain/contract/catalogue/listings/choices'
import { type RawBuilder, sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import type { Scope } from '../scope/scope-store.ts'
import { chooseOwnRows, type OwnFilters } from './own-row-store.ts'
import { chooseRows, type Filters, type ListedTable, type RowSource } from './row-source-store.ts'

export interface ListingChoice extends Filters, OwnFilters {
  readonly sort: ListingSort
  readonly isFalling: boolean
  /** First letters of the first name; for `name`, not falling. */
  readonly from?: string | undefined
  /** Id that a random order begins at; any text. */
  readonly start?: string | undefined
}

/** The row that a page ended at: the value that orders it and its id. */
export type RowPlace = readonly [key: string | number, id: string]

export interface SortedPage {
  readonly ids: readonly string[]
  /** Undefined at the end. */
  readonly next: RowPlace | undefined
}

/** Rows that are tested one by one for a page: some 40 ms at a million tracks, whose rows lie all over the file. */
const TESTED = { tracks: 5_000, albums: 5_000, artists: 2_000 } as const
/** Rows that are tested at first: most filters find a page among them. */
const TESTED_FIRST = 500

interface Row {
  readonly id: string
  readonly key: string | number
}

interface Walk {
  readonly sources: readonly RowSource[]
  readonly tests: readonly RawBuilder<unknown>[]
  readonly sort: ListingSort
  readonly isFalling: boolean
}

/**
 * One page of a listing: all pages cost the same. Filters that no index finds are tested on a limited number of rows, so that a page
 * may be short, or empty, before the end.
 */
export async function readSortedIds(
  db: Database,
  table: ListedTable,
  scope: Scope,
  choice: ListingChoice,
  after: RowPlace | undefined,
  { most = SORTED_PAGE, tested = TESTED[table] as number } = {},
): Promise<SortedPage> {
  const { sort, isFalling } = choice
  const own = chooseOwnRows(table, scope, choice, sort)
  const chosen = chooseRows(table, scope, choice, { sort, given: own.given })
  const walk: Walk = {
    sources: chosen.sources,
    tests: [...chosen.tests, ...own.tests],
    sort,
    isFalling,
  }
  const isInOrder = own.given === undefined || own.given.bare !== undefined
  const isLimited = walk.tests.length > 0 && isInOrder
  const limit = { most, tested: isLimited ? tested : undefined }
  if (sort === 'random') return readFromStart(db, walk, choice.start ?? '', after, limit)
  const begins = after ? [isAfter(walk, after)] : choice.from === undefined ? [] : [isFrom(choice.from)]
  return readRange(db, walk, begins, limit)
}

type Condition = (source: RowSource) => RawBuilder<unknown>
interface PageLimit {
  readonly most: number
  /** Undefined if all rows may be tested. */
  readonly tested: number | undefined
}

/** Ids from the start to the last one, then those before it: the second part, whose places have the key 1. */
async function readFromStart(
  db: Database,
  walk: Walk,
  start: string,
  after: RowPlace | undefined,
  limit: PageLimit,
): Promise<SortedPage> {
  const before: Condition = ({ id }) => sql`${id} < ${start}`
  const begins: Condition = ({ id }) => (after ? sql`${id} > ${after[1]}` : sql`${id} >= ${start}`)
  const inPart = ({ ids, next }: SortedPage, part: number) => ({
    ids,
    next: next && ([part, next[1]] as const),
  })
  if (after?.[0] === 1) return inPart(await readRange(db, walk, [begins, before], limit), 1)
  const page = inPart(await readRange(db, walk, [begins], limit), 0)
  if (page.next) return page
  const rest = await readRange(db, walk, [before], { ...limit, most: limit.most - page.ids.length })
  return inPart({ ids: [...page.ids, ...rest.ids], next: rest.next }, 1)
}

async function readRange(
  db: Database,
  walk: Walk,
  begins: readonly Condition[],
  { most, tested }: PageLimit,
): Promise<SortedPage> {
  if (tested === undefined) return readPart(db, walk, begins, most)
  const first = await readNth(db, walk, begins, Math.min(tested, TESTED_FIRST))
  const page = await readPart(db, walk, begins, most, first)
  if (!first || page.ids.length === most || tested <= TESTED_FIRST) return page
  const following = [...begins, isBeyond(walk, first)]
  const last = await readNth(db, walk, following, tested - TESTED_FIRST)
  const rest = await readPart(db, walk, following, most - page.ids.length, last)
  return { ids: [...page.ids, ...rest.ids], next: rest.next }
}

/** @param last the last row to test; undefined for all */
async function readPart(
  db: Database,
  walk: Walk,
  begins: readonly Condition[],
  most: number,
  last?: Row,
): Promise<SortedPage> {
  const ends = last ? [...begins, isUpTo(walk, last)] : begins
  const { rows } = await selectRows(walk, ends, walk.tests, { most, skip: 0 }).execute(db)
  const full = rows.length === most ? rows.at(-1) : undefined
  const end = full ?? last
  return { ids: rows.map(({ id }) => id), next: end && [end.key, end.id] }
}

/** The row at a position; undefined if there are fewer. */
async function readNth(db: Database, walk: Walk, begins: readonly Condition[], n: number) {
  const sources = walk.sources.map(source => ({ ...source, ...source.bare }))
  const { rows } = await selectRows({ ...walk, sources }, begins, [], { most: 1, skip: n - 1 }).execute(db)
  return rows[0]
}

/** At random the id alone is the order. */
const keyOf = ({ keys, id }: RowSource, sort: ListingSort): RawBuilder<unknown> => {
  if (sort === 'random') return id
  const key = keys[sort]
  if (!key) throw new Error(`These rows cannot be sorted by ${sort}.`)
  return key
}

const isAfter =
  ({ sort, isFalling }: Walk, [key, id]: RowPlace): Condition =>
  source =>
    sql`(${keyOf(source, sort)}, ${source.id}) ${isFalling ? sql`<` : sql`>`} (${key}, ${id})`

const isBeyond = (walk: Walk, { key, id }: Row): Condition =>
  walk.sort === 'random' ? source => sql`${source.id} > ${id}` : isAfter(walk, [key, id])

const isUpTo =
  ({ sort, isFalling }: Walk, { key, id }: Row): Condition =>
  source =>
    sort === 'random'
      ? sql`${source.id} <= ${id}`
      : sql`(${keyOf(source, sort)}, ${source.id}) ${isFalling ? sql`>=` : sql`<=`} (${key}, ${id})`

const isFrom =
  (letters: string): Condition =>
  source =>
    sql`${keyOf(source, 'name')} >= ${letters}`

/** Of several sources each gives its first rows, and the first of all are taken; a row of two of them comes once. */
function selectRows(
  walk: Walk,
  range: readonly Condition[],
  tests: readonly RawBuilder<unknown>[],
  { most, skip }: { readonly most: number; readonly skip: number },
) {
  const { sources, sort, isFalling } = walk
  const direction = isFalling ? sql`desc` : sql`asc`
  const limit = (rows: number, skipped: number) => sql`limit ${literal(rows)} offset ${literal(skipped)}`
  const select = (source: RowSource, part: RawBuilder<unknown>) => {
    const key = keyOf(source, sort)
    const where = sql.join(
      [...source.where, ...range.map(condition => condition(source)), ...tests],
      sql` and `,
    )
    const order =
      sort === 'random' ? sql`${source.id} ${direction}` : sql`${key} ${direction}, ${source.id} ${direction}`
    const isEverything = source.where.length + range.length + tests.length === 0
    return sql<Row>`select ${source.id} as id, ${key} as key from ${source.from}
      ${isEverything ? sql`` : sql`where ${where}`} order by ${order} ${part}`
  }
  const [only, ...others] = sources
  if (only && others.length === 0) return select(only, limit(most, skip))
  // All that are skipped may be of one source.
  const first = limit(most + skip, 0)
  const each = sources.map(source => sql`select * from (${select(source, first)}) as part`)
  return sql<Row>`select id, key from (${sql.join(each, sql` union `)}) as parts
    order by key ${direction}, id ${direction} ${limit(most, skip)}`
}
