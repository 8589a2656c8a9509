import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { selectsLittle, type TableReading } from './table-reading.ts'

interface Node {
  readonly 'Node Type': string
  readonly 'Parent Relationship'?: string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Node[]
}

interface Index {
  readonly name: string
  readonly columns: readonly string[]
  readonly isPartial: boolean
}

/** Nodes that pass rows on as they come, so that a limit above stops what is below. */
const PASSING = ['Nested Loop', 'Incremental Sort', 'Unique', 'Subquery Scan', 'Result', 'LockRows']
/** Children that these pass on; the inner side of a join is read again for each row, and subplans have limits of their own. */
const PASSED = ['Outer', 'Subquery']

/** How PostgreSQL reads the tables of a statement, with the statistics that the database has. */
export async function postgresReader(db: Database) {
  const indexes = new Map((await readIndexes(db)).map(index => [index.name, index]))
  return async (text: string): Promise<TableReading[]> => {
    let nth = 0
    const numbered = text.replaceAll('?', () => `$${++nth}`)
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>({
      ...sql`select 1`.compile(db),
      sql: `explain (generic_plan, costs off, format json) ${numbered}`,
    })
    const [explained] = rows[0]?.['QUERY PLAN'] ?? []
    return explained ? readNode(explained.Plan, false, indexes) : []
  }
}

function readNode(node: Node, stops: boolean, indexes: ReadonlyMap<string, Index>): TableReading[] {
  const type = node['Node Type']
  const table = node['Relation Name']
  if (type === 'Seq Scan' && table !== undefined)
    return [{ table, kind: 'full' }, ...readBelow(node, false, indexes)]
  if (type === 'Bitmap Heap Scan' && table !== undefined)
    return (node.Plans ?? []).flatMap(child => readBitmap(table, child, indexes))
  if (type.startsWith('Index') && table !== undefined)
    return [readIndex(table, node, stops, indexes), ...readBelow(node, false, indexes)]
  return readBelow(node, type === 'Limit' || (stops && PASSING.includes(type)), indexes)
}

function readBelow(node: Node, stops: boolean, indexes: ReadonlyMap<string, Index>): TableReading[] {
  return (node.Plans ?? []).flatMap(child =>
    readNode(child, stops && PASSED.includes(child['Parent Relationship'] ?? ''), indexes),
  )
}

function readBitmap(table: string, node: Node, indexes: ReadonlyMap<string, Index>): TableReading[] {
  if (node['Node Type'] === 'Bitmap Index Scan') return [readIndex(table, node, false, indexes)]
  return (node.Plans ?? []).flatMap(child =>
    child['Node Type'].startsWith('Bitmap')
      ? readBitmap(table, child, indexes)
      : readNode(child, false, indexes),
  )
}

function readIndex(
  table: string,
  node: Node,
  stops: boolean,
  indexes: ReadonlyMap<string, Index>,
): TableReading {
  const index = node['Index Name'] ?? ''
  const condition = node['Index Cond'] ?? ''
  const columns = (indexes.get(index)?.columns ?? []).filter(column =>
    new RegExp(`\\b${column}\\b`).test(condition),
  )
  const isNarrow = condition === '' ? indexes.get(index)?.isPartial : !selectsLittle(columns)
  const kind = isNarrow ? 'search' : stops ? 'first' : 'full'
  return { table, kind, index, columns }
}

async function readIndexes(db: Database): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select pg_class.relname as name, pg_index.indpred is not null as "isPartial",
      array_agg(pg_attribute.attname::text order by pg_attribute.attnum) as columns
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_attribute on attrelid = indexrelid
    where pg_class.relnamespace = 'public'::regnamespace group by 1, 2`.execute(db)
  return rows
}
