import pg from 'pg'
import type { Loader } from './loader.ts'
import { connectAlone } from './postgres-connection.ts'
import { openPostgresSnapshot } from './postgres-snapshot-store.ts'
import type { RowText } from './row-text.ts'
import { type Column, RESTORE_STATE, type TableShape } from './table-shape.ts'

const CHUNKS = 'chunks'
const INDEX = 'index'
const ROWS_IN_STATEMENT = 1_000

/** Loads rows into a PostgreSQL database. */
export async function openPostgresLoader(databaseUrl: string): Promise<Loader> {
  const snapshot = await openPostgresSnapshot(databaseUrl)
  const { tables } = snapshot
  await snapshot.close()
  const client = await connectAlone(databaseUrl)
  return {
    tables,
    begin: () => inTransaction(client, () => begin(client, tables)),
    async countChunks(table) {
      const { rows } = await client.query(
        `select value from ${RESTORE_STATE} where kind = $1 and name = $2`,
        [CHUNKS, table],
      )
      return Number(rows[0]?.value ?? 0)
    },
    loadChunk: (table, rows) => inTransaction(client, () => insertRows(client, table, rows)),
    async end() {
      await inTransaction(client, async () => {
        for (const { value } of await savedIndexes(client)) await client.query(value)
        await client.query(`delete from ${RESTORE_STATE} where kind = '${INDEX}'`)
      })
      await client.query('analyze')
    },
    close: () => client.end(),
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    // A broken connection has rolled back by itself.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function begin(client: pg.Client, tables: readonly TableShape[]): Promise<void> {
  const found = await client.query('select to_regclass($1) as name', [RESTORE_STATE])
  if (found.rows[0].name !== null) return
  await client.query(`create table ${RESTORE_STATE} (
    kind text not null, name text not null, value text not null, primary key (kind, name)
  )`)
  for (const { name } of tables.toReversed()) await client.query(`delete from ${pg.escapeIdentifier(name)}`)
  await client.query(
    `insert into ${RESTORE_STATE} select '${INDEX}', indexname, indexdef from pg_indexes
     where schemaname = current_schema() and indexdef not like 'CREATE UNIQUE%'`,
  )
  for (const { name } of await savedIndexes(client)) {
    await client.query(`drop index ${pg.escapeIdentifier(name)}`)
  }
}

async function savedIndexes(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query(
    `select name, value from ${RESTORE_STATE} where kind = '${INDEX}' order by name`,
  )
  return rows
}

/** The database reads the rows' text itself. */
function expression({ kind }: Column, index: number): string {
  const value = `item->>${index}`
  switch (kind) {
    case 'integer':
      return `(${value})::bigint`
    case 'real':
      return `(${value})::double precision`
    case 'blob':
      return `decode(${value}, 'hex')`
    case 'text':
      return value
  }
}

async function insertRows(
  client: pg.Client,
  { name, columns }: TableShape,
  rows: readonly RowText[],
): Promise<void> {
  const text = `insert into ${pg.escapeIdentifier(name)} (${columns.map(column => pg.escapeIdentifier(column.name)).join(', ')})
    select ${columns.map(expression).join(', ')} from jsonb_array_elements($1::jsonb) as rows (item)`
  for (let at = 0; at < rows.length; at += ROWS_IN_STATEMENT) {
    const slice = rows.slice(at, at + ROWS_IN_STATEMENT)
    await client.query(text, [`[${slice.join(',')}]`])
  }
  await client.query(
    `insert into ${RESTORE_STATE} values ('${CHUNKS}', $1, '1')
     on conflict (kind, name) do update set value = (${RESTORE_STATE}.value::integer + 1)::text`,
    [name],
  )
}
