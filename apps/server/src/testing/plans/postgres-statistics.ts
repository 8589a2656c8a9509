import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { isLarge } from './table-sizes.ts'

/** Of a million tracks, saved by `npm run bench -- scale --save`. */
const FILE = fileURLToPath(
  new URL('../../../../../bench/baselines/plans/postgres-statistics.txt', import.meta.url),
)
const PAGE_BYTES = 8_192
/** PostgreSQL begins another file after so many pages. */
const SEGMENT_PAGES = 131_072
/** For large tables that the catalogue of the benches leaves empty: ten rows of each of 20,000 listeners, artists or people. */
const ASSUMED = { size: [2_500, 200_000, 2_500], owner: [0, 16, -0.1, 0] } as const
/** Rows of an index on a page. */
const INDEX_ROWS = 100
/** More digits would differ each time, since samples are read. */
const DIGITS = 3
/** Statements name some values of such columns, such as `available = 0`. */
const FEW = 10
const SEPARATOR = '\t'

interface Relation {
  readonly name: string
  readonly table: string
  readonly pages: number
  readonly rows: number
  /** Pages that an index alone can answer for. */
  readonly visible: number
}

/** Pages, rows and visible pages. */
type Size = readonly [number, number, number]

interface Column {
  readonly relation: string
  readonly column: string
  readonly nulls: number
  readonly width: number
  readonly distinct: number
  readonly correlation: number | null
  /** In PostgreSQL's notation of arrays. */
  readonly values: string | null
  readonly shares: readonly number[] | null
}

/** Saves what the planner knows of the tables and indexes of a database that was analysed. */
export async function saveStatistics(db: Database): Promise<void> {
  const { rows: relations } = await sql<Relation>`
    select pg_class.relname as name, coalesce(tables.relname, pg_class.relname) as table,
      pg_class.relpages as pages, pg_class.reltuples as rows, pg_class.relallvisible as visible
    from pg_class left join pg_index on indexrelid = pg_class.oid left join pg_class as tables on tables.oid = indrelid
    where pg_class.relnamespace = 'public'::regnamespace and pg_class.relkind in ('r', 'i')
    order by pg_class.relname collate "C"`.execute(db)
  const { rows: columns } = await sql<Column>`
    select tablename as relation, attname as column, null_frac as nulls, avg_width as width, n_distinct as distinct, correlation,
      most_common_vals::text as values, most_common_freqs as shares
    from pg_stats where schemaname = 'public' order by tablename collate "C", attname collate "C"`.execute(db)
  const filled = new Set(relations.filter(({ rows }) => rows > 0).map(({ table }) => table))
  const lines = [
    '# relation, pages, rows, pages whose rows everybody sees',
    ...relations
      .filter(({ table }) => filled.has(table))
      .map(({ name, pages, rows, visible }) => [name, pages, rows, visible].join(SEPARATOR)),
    '# relation, column, share of nulls, bytes, distinct values (negative: as a share of the rows), correlation, and the values and',
    '# their shares if there are few',
    ...columns.map(({ relation, column, nulls, width, distinct, correlation, values, shares }) => {
      const numbers = [nulls, width, distinct, correlation ?? 0].map(round)
      const isFew = distinct > 0 && distinct <= FEW && values !== null
      const common = isFew ? [values, `{${(shares ?? []).map(round)}}`] : []
      return [relation, column, ...numbers, ...common].join(SEPARATOR)
    }),
  ]
  writeFileSync(FILE, `${lines.join('\n')}\n`)
}

const round = (value: number) => Number(value.toPrecision(DIGITS))

/**
 * Makes the planner believe that an empty database holds what another held. It looks at the length of each file too, so
 * these grow, without taking room on the disk. Nothing but `explain` may run afterwards.
 */
export async function applyStatistics(db: Database): Promise<void> {
  const lines = readFileSync(FILE, 'utf8')
    .split('\n')
    .map(line => line.split(SEPARATOR))
  const sizes = new Map(
    lines
      .filter(({ length }) => length === 4)
      .map(([name, ...values]) => [name as string, values.map(Number) as unknown as Size]),
  )
  await applySizes(db, sizes)
  for (const [relation, column, ...values] of lines.filter(({ length }) => length >= 6))
    await applyColumn(db, relation as string, column as string, values)
  const { rows: owners } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'listener', 'artist_id', 'person_id')`.execute(
    db,
  )
  for (const { table, column } of owners.filter(({ table }) => isLarge(table) && !sizes.has(table)))
    await applyColumn(db, table, column, ASSUMED.owner)
}

async function applySizes(db: Database, sizes: ReadonlyMap<string, Size>): Promise<void> {
  const { rows: relations } = await sql<{ name: string; table: string; path: string }>`
    select pg_class.relname as name, coalesce(tables.relname, pg_class.relname) as table,
      current_setting('data_directory') || '/' || pg_relation_filepath(pg_class.oid) as path
    from pg_class left join pg_index on indexrelid = pg_class.oid left join pg_class as tables on tables.oid = indrelid
    where pg_class.relnamespace = 'public'::regnamespace and pg_class.relkind in ('r', 'i')`.execute(db)
  for (const { name, table, path } of relations.filter(
    relation => isLarge(relation.table) || sizes.has(relation.name),
  )) {
    const [pages, rows, visible] = sizes.get(name) ?? indexSize(sizes.get(table)) ?? ASSUMED.size
    await sql`select pg_restore_relation_stats('schemaname', 'public', 'relname', ${name}::text, 'relpages', ${pages}::integer,
      'reltuples', ${rows}::real, 'relallvisible', ${visible}::integer)`.execute(db)
    extend(path, pages)
  }
}

/** Of an index that is newer than the statistics. */
const indexSize = (table: Size | undefined): Size | undefined =>
  table && [Math.ceil(table[1] / INDEX_ROWS), table[1], 0]

/** Leaves out columns that are gone. @param values as in the file */
async function applyColumn(
  db: Database,
  relation: string,
  column: string,
  [nulls, width, distinct, correlation, values, shares]: readonly (string | number)[],
): Promise<void> {
  const common = values
    ? sql`, 'most_common_vals', ${values}::text, 'most_common_freqs', ${shares}::text::real[]`
    : sql``
  await sql`select pg_restore_attribute_stats('schemaname', 'public', 'relname', ${relation}::text,
      'attname', ${column}::text, 'inherited', false, 'null_frac', ${nulls}::real, 'avg_width', ${width}::integer,
      'n_distinct', ${distinct}::real, 'correlation', ${correlation}::real${common})
    from pg_attribute where attrelid = to_regclass(${relation}::text) and attname = ${column}`.execute(db)
}

function extend(path: string, pages: number): void {
  for (let segment = 0, rest = pages; rest > 0; segment++, rest -= SEGMENT_PAGES) {
    const part = segment === 0 ? path : `${path}.${segment}`
    const bytes = Math.min(rest, SEGMENT_PAGES) * PAGE_BYTES
    const current = statSync(part, { throwIfNoEntry: false })
    if (!current) writeFileSync(part, '')
    if ((current?.size ?? 0) < bytes) truncateSync(part, bytes)
  }
}
