import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makePostgres, onBothDatabases } from '../testing/databases/both-databases.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations/migrations.ts'
import { DATABASE_FILE, openDatabase } from './open.ts'

/** Adds a step at the end until the test ends. @returns takes it out before */
function addStep(step: Migration): () => void {
  const list = migrations as Migration[]
  list.push(step)
  const takeOut = () => void list.splice(0, list.length, ...list.filter(each => each !== step))
  onTestFinished(takeOut)
  return takeOut
}

onBothDatabases('migrate', open => {
  it('creates neither accounts nor service keys', async () => {
    const { db } = await open()
    for (const table of ['users', 'sessions', 'service_keys'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  it('changes nothing the second time', async () => {
    const database = await open()
    await migrate(database)
    const { version } = await database.db
      .selectFrom('catalogue_version')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(version).toBe(1)
  })

  it('rejects the database of a newer program in one line', async () => {
    const database = await open()
    await sql`insert into schema_steps (name) values ('999-tomorrow')`.execute(database.db)
    await expect(migrate(database)).rejects.toThrow(/newer than this program \(it knows step 999-tomorrow\)/)
  })

  it('undoes all steps of a failed update, and says how to go back', async () => {
    const database = await open()
    const before = await sql`select name from schema_steps`.execute(database.db)
    for (const [name, statement] of [
      ['900-whole', 'create table whole (id text)'],
      ['901-wrong', 'create mistake'],
    ] as const) {
      addStep({ name, sqlite: [statement], postgres: [statement] })
    }
    await expect(migrate(database)).rejects.toThrow(
      /^Updating the database failed at 901-wrong \(.*mistake.*\)\. Nothing was changed: start the previous version/,
    )
    expect(await sql`select name from schema_steps`.execute(database.db)).toEqual(before)
    await expect(sql`select * from whole`.execute(database.db)).rejects.toThrow()
  })

  it('rolls back an interrupted migration and continues from there', async () => {
    const database = await open()
    const twice = ['create table half (id text)', 'create table half (id text)']
    const takeOut = addStep({ name: '900-half', sqlite: twice, postgres: twice })
    await expect(migrate(database)).rejects.toThrow(/half/)
    takeOut()
    const once = twice.slice(0, 1)
    addStep({ name: '900-half', sqlite: once, postgres: once })
    await migrate(database)
    expect((await sql`select * from half`.execute(database.db)).rows).toEqual([])
  })
})

it('migrates a new database once when several processes start at the same time', async () => {
  const dataDir = temporaryFolder()
  const all = Array.from({ length: 3 }, () => openDatabase({ databaseUrl: '', dataDir }))
  for (const each of all) onTestFinished(() => each.close())
  await Promise.all(all.map(migrate))
  const { rows } = await sql`select * from catalogue_version`.execute(all[0]!.db)
  expect(rows).toHaveLength(1)
})

it('names DATABASE_URL when its account may not create tables', async () => {
  const { url, end } = await makePostgres()
  onTestFinished(end)
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  onTestFinished(() => owner.end())
  const role = `reader_${randomUUID().slice(0, 8)}`
  await owner.query(`create role ${role} login; create schema ${role}; revoke all on schema ${role} from public;
    grant usage on schema ${role} to ${role}; alter role ${role} set search_path = ${role}`)
  const open = openDatabase({ databaseUrl: url.replace(/\/\/[^@]*@/, `//${role}@`), dataDir: '' })
  onTestFinished(() => open.close())
  await expect(migrate(open)).rejects.toThrow(
    /^The account of DATABASE_URL may not change the database \(.*\): /,
  )
})

it('waits for a lock as long as it is held on PostgreSQL, and logs the holder', async () => {
  const { open, url, end } = await makePostgres()
  onTestFinished(end)
  const other = new pg.Client({ connectionString: url, application_name: 'a backup' })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin; lock table leases in exclusive mode')
  const limits: unknown[] = []
  addStep({
    name: '900-slow',
    sqlite: [],
    postgres: ['alter table leases add column note text'],
    async fill(tx) {
      const { rows } = await sql`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
        tx,
      )
      limits.push(...rows)
    },
  })
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const migrating = migrate(open)
  await expect
    .poll(() => log.mock.calls.flat(), { timeout: 20_000 })
    .toContainEqual(
      expect.stringMatching(/^Updating the database \(900-slow\) waits for a lock of "a backup" \(/),
    )
  await other.query('rollback')
  await migrating
  expect(limits).toEqual([{ statement: '0', lock: '0' }])
})

it('waits for a process that writes to the embedded database, and logs it', async () => {
  const dataDir = temporaryFolder()
  const open = openDatabase({ databaseUrl: '', dataDir })
  onTestFinished(() => open.close())
  const other = new DatabaseSync(join(dataDir, DATABASE_FILE))
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const migrating = migrate(open)
  await expect
    .poll(() => log.mock.calls.flat(), { timeout: 20_000 })
    .toEqual([expect.stringContaining('waits for another process that writes to it')])
  other.exec('rollback')
  await migrating
})

it('copies an embedded database before an update, newly at each attempt, and keeps the last copy only', async () => {
  const dataDir = temporaryFolder()
  const open = openDatabase({ databaseUrl: '', dataDir })
  onTestFinished(() => open.close())
  await migrate(open)
  const copies = () => readdirSync(dataDir).filter(name => name.includes('.before-'))
  expect(copies()).toEqual([])
  const update = async (name: string, statement: string) => {
    const takeOut = addStep({ name, sqlite: [statement], postgres: [] })
    await migrate(open).catch(() => {})
    takeOut()
  }
  const readVersion = () => {
    const copy = new DatabaseSync(join(dataDir, copies()[0] as string), { readOnly: true })
    const { version } = copy.prepare('select version from catalogue_version').get() as { version: number }
    copy.close()
    return version
  }
  await update('900-one', 'create mistake')
  expect(readVersion()).toBe(1)
  await sql`update catalogue_version set version = 7`.execute(open.db)
  await update('900-one', 'update catalogue_version set version = 8')
  expect(copies()).toEqual([`${DATABASE_FILE}.before-900-one`])
  expect(readVersion()).toBe(7)
  await sql`delete from schema_steps where name = '900-one'`.execute(open.db)
  await update('901-two', 'update catalogue_version set version = 9')
  expect(copies()).toEqual([`${DATABASE_FILE}.before-901-two`])
  expect(readVersion()).toBe(8)
})

it('removes copies that killed updates have left, and none that another process is making', async () => {
  const dataDir = temporaryFolder()
  const open = openDatabase({ databaseUrl: '', dataDir })
  onTestFinished(() => open.close())
  await migrate(open)
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const copyBy = (pid: number) => `${DATABASE_FILE}.before-900-one.${pid}-${randomUUID()}.tmp`
  const kept = copyBy(process.ppid)
  for (const name of [copyBy(ended), copyBy(process.pid), kept]) writeFileSync(join(dataDir, name), 'half')
  addStep({ name: '901-two', sqlite: ['create table two (id text)'], postgres: [] })
  await migrate(open)
  const copies = readdirSync(dataDir).filter(name => name.includes('.before-'))
  expect(copies.sort()).toEqual([kept, `${DATABASE_FILE}.before-901-two`])
})
