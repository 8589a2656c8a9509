import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '@refrain/server/database/migrate'
import { DATABASE_FILE, openDatabase } from '@refrain/server/database/open'
import type { TableRows } from './table-rows.ts'

/**
 * Creates an embedded database in the folder and fills it. Indexes are made at the end, in one pass each, and triggers do
 * not run: `derived` holds the statements that do their work for all rows at once.
 */
export async function fillEmbedded(
  dataDir: string,
  tables: readonly TableRows[],
  derived: readonly string[],
): Promise<void> {
  const open = openDatabase({ databaseUrl: '', dataDir })
  await migrate(open)
  await open.close()
  const db = new DatabaseSync(join(dataDir, DATABASE_FILE))
  // A crash loses the whole file, which is made again then.
  db.exec(`
    pragma journal_mode = delete; pragma journal_mode = off; pragma locking_mode = exclusive;
    pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -500000
  `)
  const later = db
    .prepare(
      "select type, name, sql from sqlite_master where sql is not null and type in ('index', 'trigger') order by type, name",
    )
    .all() as { type: string; name: string; sql: string }[]
  db.exec('begin exclusive')
  for (const { type, name } of later) db.exec(`drop ${type} ${name}`)
  for (const { table, columns, rows } of tables) {
    const insert = db.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    )
    for (const row of rows) insert.run(...row)
  }
  const create = (type: string) => {
    for (const each of later) if (each.type === type) db.exec(each.sql)
  }
  for (const statement of derived) db.exec(statement)
  create('index')
  create('trigger')
  db.exec('commit; pragma locking_mode = normal; pragma journal_mode = wal')
  db.close()
}
