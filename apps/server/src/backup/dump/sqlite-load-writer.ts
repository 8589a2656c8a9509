import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { DATABASE_FILE } from '../../database/open.ts'
import { OperatorError } from '../../settings.ts'
import type { Loader } from './loader.ts'
import { parseRow, type RowText } from './row-text.ts'
import { openSqliteSnapshot } from './sqlite-snapshot-store.ts'
import { RESTORE_STATE, type TableShape } from './table-shape.ts'

const CHUNKS = 'chunks'
const INDEX = 'index'

/** Loads rows into an embedded database. Nothing is flushed to the disk before `end`. */
export async function openSqliteLoader(dataDir: string): Promise<Loader> {
  const file = join(dataDir, DATABASE_FILE)
  const snapshot = openSqliteSnapshot(file)
  const { tables } = snapshot
  await snapshot.close()
  const sqlite = new DatabaseSync(file)
  // The order of tables keeps references right, and `end` checks them.
  sqlite.exec(`pragma foreign_keys = off; pragma synchronous = off; pragma cache_size = -256000;
    pragma busy_timeout = 5000; pragma temp_store = memory`)
  return {
    tables,
    async begin() {
      inTransaction(sqlite, () => begin(sqlite, tables))
    },
    async countChunks(table) {
      const found = sqlite
        .prepare(`select value from ${RESTORE_STATE} where kind = ? and name = ?`)
        .get(CHUNKS, table)
      return Number(found?.value ?? 0)
    },
    async loadChunk(table, rows) {
      inTransaction(sqlite, () => insertRows(sqlite, table, rows))
      await setImmediate()
    },
    async end() {
      // Flushes the file before the restore counts as complete. From now on, since a checkpoint without work flushes nothing.
      sqlite.exec('pragma synchronous = full')
      inTransaction(sqlite, () => {
        for (const { value } of savedIndexes(sqlite)) sqlite.exec(String(value))
        sqlite.exec(`delete from ${RESTORE_STATE} where kind = '${INDEX}'`)
      })
      const broken = sqlite.prepare('pragma foreign_key_check').get()
      if (broken) throw new OperatorError(`The table ${broken.table} refers to rows that do not exist.`)
      sqlite.exec('pragma wal_checkpoint(truncate)')
    },
    async close() {
      sqlite.close()
    },
  }
}

function inTransaction(sqlite: DatabaseSync, work: () => void): void {
  sqlite.exec('begin immediate')
  try {
    work()
    sqlite.exec('commit')
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('rollback')
    throw error
  }
}

function begin(sqlite: DatabaseSync, tables: readonly TableShape[]): void {
  const exists = sqlite.prepare('select 1 from sqlite_schema where name = ?').get(RESTORE_STATE)
  if (exists) return
  sqlite.exec(`create table ${RESTORE_STATE} (
    kind text not null, name text not null, value text not null, primary key (kind, name)
  ) strict`)
  for (const { name } of tables.toReversed()) sqlite.exec(`delete from "${name}"`)
  // Triggers look rows up in unique indexes.
  sqlite.exec(`insert into ${RESTORE_STATE} select '${INDEX}', name, sql from sqlite_schema
    where type = 'index' and sql is not null and sql not like 'create unique%'`)
  for (const { name } of savedIndexes(sqlite)) sqlite.exec(`drop index "${name}"`)
}

const savedIndexes = (sqlite: DatabaseSync) =>
  sqlite.prepare(`select name, value from ${RESTORE_STATE} where kind = '${INDEX}' order by name`).all()

function insertRows(sqlite: DatabaseSync, table: TableShape, rows: readonly RowText[]): void {
  const { name, columns } = table
  const names = columns.map(column => `"${column.name}"`).join(', ')
  const insert = sqlite.prepare(
    `insert into "${name}" (${names}) values (${columns.map(() => '?').join(', ')})`,
  )
  for (const row of rows) insert.run(...parseRow(row, columns))
  sqlite
    .prepare(
      `insert into ${RESTORE_STATE} values ('${CHUNKS}', ?, '1')
       on conflict do update set value = cast(cast(value as integer) + 1 as text)`,
    )
    .run(name)
}
