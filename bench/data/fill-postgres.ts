import { migrate } from '@refrain/server/database/migrate'
import { openDatabase } from '@refrain/server/database/open'
import pg from 'pg'
import type { TableRows, Value } from './table-rows.ts'

const ROWS = 5_000

/**
 * Fills an empty database of PostgreSQL. Indexes are made at the end, in one pass each, and triggers do not run: `derived`
 * holds the statements that do their work for all rows at once.
 */
export async function fillPostgres(
  databaseUrl: string,
  tables: readonly TableRows[],
  derived: readonly string[],
): Promise<void> {
  const open = openDatabase({ databaseUrl, dataDir: '' })
  await migrate(open)
  await open.close()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // "replica" runs no triggers, and checks no foreign keys.
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'")
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexname not in (select conname from pg_constraint)`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of tables) await insertRows(client, table)
  for (const statement of derived) await client.query(statement)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze')
  await client.end()
}

async function insertRows(client: pg.Client, { table, columns, rows }: TableRows): Promise<void> {
  const types = await columnTypes(client, table)
  const lists = columns.map((column, n) => `$${n + 1}::${types.get(column)}[]`)
  const text = `insert into ${table} (${columns.join(', ')}) select * from unnest(${lists.join(', ')})`
  const insert = (batch: readonly (readonly Value[])[]) =>
    client.query({
      name: `fill ${table}`,
      text,
      values: columns.map((_, n) => batch.map(row => row[n])),
    })
  let batch: (readonly Value[])[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < ROWS) continue
    await insert(batch)
    batch = []
  }
  if (batch.length > 0) await insert(batch)
}

async function columnTypes(client: pg.Client, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    'select column_name as name, udt_name as type from information_schema.columns where table_name = $1',
    [table],
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}
