import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { selectsLittle, type TableReading } from './table-reading.ts'

interface Step {
  readonly parent: number
  readonly detail: string
}

interface Schema {
  readonly tables: ReadonlySet<string>
  /** Tables of indexes. */
  readonly indexes: ReadonlyMap<string, string>
  readonly partial: ReadonlySet<string>
}

/** Such as `SEARCH tracks USING COVERING INDEX tracks_by_album (album_id=?)`. */
const READS =
  /^(SCAN|SEARCH) (\S+)(?: EXISTS)?(?: USING (.*?)(INDEX|PRIMARY KEY)(?: (\w+))?)?(?: \((.*)\))?(?: LEFT-JOIN)?$/
const VIRTUAL = /^SCAN (\S+) VIRTUAL TABLE INDEX (\S*)/
/** The plan of a full-text index that searches nothing. */
const WHOLE_VIRTUAL = '0:'
const NAME = /^\w+$/
const PRIMARY_KEY = 'its primary key'
const COLUMN = /(\w+)(?=[=<>])/g
const ENDS_WITH_LIMIT = /\blimit (\d+|\?)( offset (\d+|\?))?$/
const AGGREGATES = /^select (.(?!\bfrom\b))*\b(count|sum|min|max|json_group_array)\(/

/**
 * How the embedded database reads the tables of a statement. It plans without statistics, which the service never collects:
 * an empty database gives the plans of a full one.
 */
export async function sqliteReader(db: Database) {
  const schema = await readSchema(db)
  return async (text: string): Promise<TableReading[]> => {
    const { rows } = await db.executeQuery<Step>({
      ...sql`select 1`.compile(db),
      sql: `explain query plan ${text}`,
    })
    const outermost = rows.find(({ parent }) => parent === 0)
    const sorts = rows.some(({ parent, detail }) => parent === 0 && detail.startsWith('USE TEMP B-TREE'))
    const stops = ENDS_WITH_LIMIT.test(text) && !sorts && !AGGREGATES.test(text)
    return rows.flatMap(step => readStep(step.detail, stops && step === outermost, text, schema))
  }
}

function readStep(detail: string, stops: boolean, text: string, schema: Schema): TableReading[] {
  const [, virtual, way] = VIRTUAL.exec(detail) ?? []
  if (virtual !== undefined) {
    if (!schema.tables.has(virtual)) return []
    return [{ table: virtual, kind: way === WHOLE_VIRTUAL ? 'full' : 'search' }]
  }
  const [, verb, name = '', how, kindOfIndex, named, conditions = ''] = READS.exec(detail) ?? []
  const index = kindOfIndex === 'PRIMARY KEY' ? PRIMARY_KEY : named
  const table = (index && schema.indexes.get(index)) ?? tableOf(name, text, schema.tables)
  if (verb === undefined || table === undefined) return []
  // Made for this statement alone, from all rows.
  if (how?.includes('AUTOMATIC')) return [{ table, kind: 'full' }]
  const columns = Array.from(conditions.matchAll(COLUMN), ([column]) => column)
  const isNarrow =
    verb === 'SEARCH' ? !selectsLittle(columns) : index !== undefined && schema.partial.has(index)
  const kind = isNarrow ? 'search' : stops && index !== undefined ? 'first' : 'full'
  return [{ table, kind, index, columns }]
}

/** @param name of a table, or its alias in the statement; undefined for a subquery */
function tableOf(name: string, text: string, tables: ReadonlySet<string>): string | undefined {
  if (tables.has(name)) return name
  if (!NAME.test(name)) return
  const aliased = Array.from(text.matchAll(new RegExp(`"?(\\w+)"? (?:as )?"?${name}\\b`, 'g')))
  return aliased.map(match => match[1] as string).find(table => tables.has(table))
}

async function readSchema(db: Database): Promise<Schema> {
  const { rows } = await sql<{ type: string; name: string; tbl_name: string; sql: string | null }>`
    select type, name, tbl_name, sql from sqlite_schema where type in ('table', 'index')`.execute(db)
  const indexes = rows.filter(({ type }) => type === 'index')
  return {
    tables: new Set(rows.filter(({ type }) => type === 'table').map(({ name }) => name)),
    indexes: new Map(indexes.map(({ name, tbl_name }) => [name, tbl_name])),
    partial: new Set(indexes.filter(index => / where /i.test(index.sql ?? '')).map(({ name }) => name)),
  }
}
