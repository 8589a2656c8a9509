import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, inject } from 'vitest'
import { DATABASE_FILE, type OpenDatabase, openDatabase } from '../../database/open.ts'
import { TEMPLATE } from './vitest-setup.ts'

/** Opens a new, migrated, empty database, which is deleted when the test ends. */
export type OpenTestDatabase = () => Promise<OpenDatabase>

/** Runs the same tests on the embedded database and on PostgreSQL. */
export function onBothDatabases(name: string, tests: (open: OpenTestDatabase) => void): void {
  for (const [dialect, make] of [
    ['embedded', makeEmbedded],
    ['PostgreSQL', makePostgres],
  ] as const) {
    describe(`${name} on ${dialect}`, () => {
      const endings: (() => Promise<void>)[] = []
      afterEach(async () => {
        for (const end of endings.splice(0)) await end()
      })
      tests(async () => {
        const { open, end } = await make()
        endings.push(end)
        return open
      })
    })
  }
}

interface Made {
  open: OpenDatabase
  end(): Promise<void>
}

async function makeEmbedded(): Promise<Made> {
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-test-'))
  copyFileSync(inject('embeddedTemplate'), join(dataDir, DATABASE_FILE))
  const open = openDatabase({ databaseUrl: '', dataDir })
  return {
    open,
    async end() {
      await open.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates a migrated, empty PostgreSQL database, for tests of PostgreSQL alone. The caller deletes it. */
export async function makePostgres(): Promise<Made & { url: string }> {
  const url = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Half the time of the default, which writes every page to the log.
  await asAdmin(url, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const open = openDatabase({ databaseUrl: `${url}/${name}`, dataDir: '' })
  return {
    open,
    url: `${url}/${name}`,
    async end() {
      await open.close()
      await asAdmin(url, `drop database ${name} with (force)`)
    },
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}
