import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../testing/databases.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { migrate } from './migrate.ts'
import { catalogue } from './migrations/001-catalogue.ts'
import { openDatabase } from './open.ts'

onBothDatabases('migrate', open => {
  it('changes nothing the second time', async () => {
    const database = await open()
    await migrate(database)
    const { version } = await database.db
      .selectFrom('catalogue_version')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(version).toBe(1)
  })

  it('refuses a database of a newer program in one line', async () => {
    const database = await open()
    await sql`insert into schema_steps (name) values ('999-tomorrow')`.execute(database.db)
    await expect(migrate(database)).rejects.toThrow(/newer than this program \(it knows step 999-tomorrow\)/)
  })

  it('leaves nothing of a step that broke off, and goes on from there', async () => {
    const database = await open()
    const step = {
      name: catalogue.name,
      sqlite: ['create table half (id text)', 'create table half (id text)'],
      postgres: ['create table half (id text)', 'create table half (id text)'],
    }
    const { migrations } = await import('./migrations/migrations.ts')
    const list = migrations as (typeof step)[]
    list.push({ ...step, name: '900-half' })
    onTestFinished(
      () =>
        void list.splice(
          list.findIndex(({ name }) => name === '900-half'),
          1,
        ),
    )
    await expect(migrate(database)).rejects.toThrow(/half/)
    const last = list.at(-1) as { sqlite: string[]; postgres: string[] }
    last.sqlite = last.sqlite.slice(0, 1)
    last.postgres = last.postgres.slice(0, 1)
    await migrate(database)
    expect((await sql`select * from half`.execute(database.db)).rows).toEqual([])
  })
})

it('brings a new database up once when several processes start at the same time', async () => {
  const dataDir = temporaryFolder()
  const all = Array.from({ length: 3 }, () => openDatabase({ databaseUrl: '', dataDir }))
  for (const each of all) onTestFinished(() => each.close())
  await Promise.all(all.map(migrate))
  const { rows } = await sql`select * from catalogue_version`.execute(all[0]!.db)
  expect(rows).toHaveLength(1)
})
