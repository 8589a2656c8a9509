import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { appendReals, type RowText, realColumns, textColumns } from './row-text.ts'
import type { Snapshot } from './snapshot.ts'
import { type Column, type FoundColumn, type TableShape, toShapes } from './table-shape.ts'

/** Between batches other work gets its turn. */
const ROWS_IN_BATCH = 500
const CHARACTERS_IN_BATCH = 1 << 20
const BUSY_TIMEOUT_MS = 5_000

/** Opens a consistent view of an embedded database, on a connection of its own that cannot write. */
export function openSqliteSnapshot(file: string): Snapshot {
  const sqlite = new DatabaseSync(file, { readOnly: true })
  try {
    sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma temp_store = memory; begin`)
    // The first read, not `begin`, fixes the moment.
    const steps = readSteps(sqlite)
    return {
      steps,
      tables: readShapes(sqlite),
      readRows: table => readRows(sqlite, table),
      async close() {
        sqlite.close()
      },
    }
  } catch (error) {
    sqlite.close()
    throw error
  }
}

function readSteps(sqlite: DatabaseSync): string[] {
  const exists = sqlite.prepare("select 1 from sqlite_schema where name = 'schema_steps'").get()
  if (!exists) return []
  return sqlite
    .prepare('select name from schema_steps order by name')
    .all()
    .map(row => String(row.name))
}

/** Search indexes are virtual tables with shadow tables; triggers fill them. */
const IS_ORDINARY =
  "tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite\\_%' escape '\\'"

function readShapes(sqlite: DatabaseSync): TableShape[] {
  const columns = sqlite
    .prepare(
      `select tables.name as "table", columns.name, columns.type
       from pragma_table_list as tables, pragma_table_info(tables.name) as columns where ${IS_ORDINARY}`,
    )
    .all() as unknown as FoundColumn[]
  const references = sqlite
    .prepare(
      `select tables.name as child, keys."table" as parent
       from pragma_table_list as tables, pragma_foreign_key_list(tables.name) as keys where ${IS_ORDINARY}`,
    )
    .all()
    .map(({ child, parent }) => [String(child), String(parent)] as const)
  return toShapes(columns, references)
}

function expression({ name, kind }: Column): string {
  // `hex` makes an empty text of null.
  return kind === 'blob' ? `iif("${name}" is null, null, lower(hex("${name}")))` : `"${name}"`
}

async function* readRows(sqlite: DatabaseSync, table: TableShape): AsyncGenerator<RowText[]> {
  const text = `json_array(${textColumns(table).map(expression).join(', ')})`
  const reals = realColumns(table).map(({ name }) => `"${name}"`)
  const statement = sqlite.prepare(`select ${[text, ...reals].join(', ')} from "${table.name}"`)
  statement.setReturnArrays(true)
  let batch: RowText[] = []
  let characters = 0
  for (const row of statement.iterate() as Iterable<unknown>) {
    const [start, ...numbers] = row as [string, ...(number | null)[]]
    batch.push(appendReals(start, numbers))
    characters += start.length
    if (batch.length < ROWS_IN_BATCH && characters < CHARACTERS_IN_BATCH) continue
    yield batch
    batch = []
    characters = 0
    await setImmediate()
  }
  if (batch.length > 0) yield batch
}
