import pg from 'pg'
import { connectAlone } from './postgres-connection.ts'
import { appendReals, type RowText, realColumns, textColumns } from './row-text.ts'
import type { Snapshot } from './snapshot.ts'
import { type Column, type FoundColumn, type TableShape, toShapes } from './table-shape.ts'

const ROWS_IN_BATCH = 2_000

/** Opens a consistent view of a PostgreSQL database, on a connection of its own that cannot write. */
export async function openPostgresSnapshot(databaseUrl: string): Promise<Snapshot> {
  const client = await connectAlone(databaseUrl)
  try {
    await client.query('begin isolation level repeatable read, read only')
    // Each time in the same order, so that a backup finds the same pieces again.
    await client.query('set local synchronize_seqscans = off')
    return {
      steps: await readSteps(client),
      tables: await readShapes(client),
      readRows: table => readRows(client, table),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function readSteps(client: pg.Client): Promise<string[]> {
  const found = await client.query("select to_regclass('schema_steps') as name")
  if (found.rows[0].name === null) return []
  const { rows } = await client.query('select name from schema_steps order by name')
  return rows.map(row => row.name)
}

async function readShapes(client: pg.Client): Promise<TableShape[]> {
  const columns = await client.query<FoundColumn>(
    `select table_name as table, column_name as name, data_type as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  )
  const references = await client.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent from pg_constraint
     join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
     where contype = 'f' and child.relnamespace = current_schema()::regnamespace`,
  )
  return toShapes(
    columns.rows,
    references.rows.map(({ child, parent }) => [child, parent] as const),
  )
}

function expression({ name, kind }: Column): string {
  const column = pg.escapeIdentifier(name)
  const text = { text: `to_json(${column})::text`, blob: `'"' || encode(${column}, 'hex') || '"'` }
  return `coalesce(${kind === 'text' || kind === 'blob' ? text[kind] : `${column}::text`}, 'null')`
}

async function* readRows(client: pg.Client, table: TableShape): AsyncGenerator<RowText[]> {
  const text = `'[' || concat_ws(',', ${textColumns(table).map(expression).join(', ')}) || ']'`
  const reals = realColumns(table).map(({ name }) => pg.escapeIdentifier(name))
  const name = pg.escapeIdentifier(table.name)
  await client.query(`declare dump no scroll cursor for select ${[text, ...reals].join(', ')} from ${name}`)
  for (;;) {
    const { rows } = await client.query<[string, ...(number | null)[]]>({
      text: `fetch ${ROWS_IN_BATCH} from dump`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    yield rows.map(([start, ...numbers]) => appendReals(start, numbers))
  }
  await client.query('close dump')
}
