import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, inject } from 'vitest'
import { DATABASE_FILE, type OpenDatabase, openDatabase } from '../../database/open.ts'
import { connected, type Emptier, openEmptier } from './empty-again.ts'
import { TEMPLATE } from './vitest-setup.ts'
import { forgetWarm, keepWarm } from './warm-connections.ts'

/** Opens a new, migrated, empty database, which is deleted when the test ends. */
export type OpenTestDatabase = () => Promise<OpenDatabase>

/** Runs the same tests on the embedded database and on PostgreSQL. */
export function onBothDatabases(name: string, tests: (open: OpenTestDatabase) => void): void {
  afterAll(dropSpare)
  runOn(`${name} on embedded`, makeEmbedded, tests)
  runOn(`${name} on PostgreSQL`, reusePostgres, tests)
}

/** Runs tests that only need some database: of what is made of files, where the same store is tested on both elsewhere. */
export function onEmbedded(name: string, tests: (open: OpenTestDatabase) => void): void {
  runOn(name, makeEmbedded, tests)
}

function runOn(name: string, make: () => Promise<Made>, tests: (open: OpenTestDatabase) => void): void {
  describe(name, () => {
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

interface SpareDatabase {
  readonly name: string
  readonly emptier: Emptier
}

/** Databases of this file that are empty again. For later files, PostgreSQL would have gathered statistics that change plans. */
const spare: SpareDatabase[] = []

/** A database that an earlier test has used and left as it was, otherwise a new one: creating one takes longer than most tests. */
async function reusePostgres(): Promise<Made> {
  const server = inject('postgresUrl')
  const used = spare.pop() ?? (await createSpare(server))
  const databaseUrl = `${server}/${used.name}`
  keepWarm(databaseUrl)
  const open = openDatabase({ databaseUrl, dataDir: '' })
  return {
    open,
    async end() {
      await open.close()
      if (await used.emptier.empty()) spare.push(used)
      else await dropUsed(server, used)
    },
  }
}

async function createSpare(server: string): Promise<SpareDatabase> {
  const name = await createDatabase(server)
  return { name, emptier: await openEmptier(`${server}/${name}`) }
}

async function dropUsed(server: string, { name, emptier }: SpareDatabase): Promise<void> {
  forgetWarm(`${server}/${name}`)
  await emptier.end()
  await dropDatabase(server, name)
}

async function dropSpare(): Promise<void> {
  for (const used of spare.splice(0)) await dropUsed(inject('postgresUrl'), used)
}

/** Creates a migrated, empty PostgreSQL database, for tests of PostgreSQL alone. The caller deletes it. */
export async function makePostgres(): Promise<Made & { url: string }> {
  const server = inject('postgresUrl')
  const name = await createDatabase(server)
  const url = `${server}/${name}`
  const open = openDatabase({ databaseUrl: url, dataDir: '' })
  return {
    open,
    url,
    async end() {
      await open.close()
      await dropDatabase(server, name)
    },
  }
}

/** @returns its name */
async function createDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Half the time of the default, which writes every page to the log.
  await asAdmin(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  return name
}

const dropDatabase = (server: string, name: string) => asAdmin(server, `drop database ${name} with (force)`)

const asAdmin = (server: string, statement: string) =>
  connected(`${server}/postgres`, client => client.query(statement))
