import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { DATABASE_FILE } from '@refrain/server/database/open'
import pg from 'pg'

/** Runs prepared statements on the database of the service, without anything between. */
export interface RawReader {
  /** @param text with `?` for each value */
  run(text: string, ...values: SQLInputValue[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export async function openRawReader(dataDir: string, databaseUrl: string): Promise<RawReader> {
  return databaseUrl ? openPostgres(databaseUrl) : openEmbedded(dataDir)
}

function openEmbedded(dataDir: string): RawReader {
  const db = new DatabaseSync(join(dataDir, DATABASE_FILE))
  db.exec('pragma busy_timeout = 1000; pragma synchronous = full; pragma cache_size = -64000')
  const statements = new Map<string, StatementSync>()
  return {
    async run(text, ...values) {
      let statement = statements.get(text)
      if (!statement) {
        statement = db.prepare(text)
        statements.set(text, statement)
      }
      return statement.all(...values)
    },
    async close() {
      db.close()
    },
  }
}

async function openPostgres(connectionString: string): Promise<RawReader> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const names = new Map<string, string>()
  return {
    async run(text, ...values) {
      const name = names.get(text) ?? `raw ${names.size}`
      names.set(text, name)
      let nth = 0
      const numbered = text.replaceAll('?', () => `$${++nth}`)
      return (await client.query({ name, text: numbered, values })).rows
    },
    close: () => client.end(),
  }
}
