import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { embeddedDialect } from './embedded-dialect.ts'

function open() {
  const sqlite = new DatabaseSync(join(temporaryFolder(), 'test.db'))
  sqlite.exec('pragma journal_mode = wal; create table likes (id integer)')
  const flushes: PromiseWithResolvers<void>[] = []
  const dialect = embeddedDialect(sqlite, () => {
    const flush = Promise.withResolvers<void>()
    flushes.push(flush)
    return flush.promise
  })
  const db = new Kysely<{ likes: { id: number } }>({ dialect })
  onTestFinished(() => db.destroy())
  return { db, flushes }
}

const turns = () => new Promise(resolve => setImmediate(resolve))

it('acknowledges a write after the flush, and reads meanwhile', async () => {
  const { db, flushes } = open()
  let isDone = false
  const written = db
    .transaction()
    .execute(tx => tx.insertInto('likes').values({ id: 1 }).execute())
    .then(() => {
      isDone = true
    })
  while (flushes.length === 0) await turns()
  expect(await db.selectFrom('likes').selectAll().execute()).toEqual([{ id: 1 }])
  expect(isDone).toBe(false)
  flushes[0]?.resolve()
  await written
})

it('flushes after single statements as well, and not after reads', async () => {
  const { db, flushes } = open()
  await db.selectFrom('likes').selectAll().execute()
  expect(flushes).toHaveLength(0)
  const statements: CompiledQuery[] = [
    sql`insert into likes values (2)`.compile(db),
    sql`insert into likes values (3) returning id`.compile(db),
    sql`with old as (select 2 as id) delete from likes where id in (select id from old)`.compile(db),
  ]
  for (const statement of statements) {
    const before = flushes.length
    const written = db.executeQuery(statement)
    while (flushes.length === before) await turns()
    flushes.at(-1)?.resolve()
    await written
  }
  expect(flushes).toHaveLength(3)
})

it('does not wait for the disk after a rollback', async () => {
  const { db, flushes } = open()
  const refused = db.transaction().execute(async tx => {
    await tx.insertInto('likes').values({ id: 6 }).execute()
    throw new Error('There is no such track.')
  })
  await expect(refused).rejects.toThrow('no such track')
  expect(flushes).toHaveLength(0)
})

it('reports a failed flush to the one who writes', async () => {
  const { db, flushes } = open()
  const written = db.insertInto('likes').values({ id: 4 }).execute()
  while (flushes.length === 0) await turns()
  flushes[0]?.reject(new Error('EIO'))
  await expect(written).rejects.toThrow('EIO')
  expect(await db.selectFrom('likes').selectAll().execute()).toHaveLength(1)
})

it('gives the connection to one transaction at a time, in order', async () => {
  const { db, flushes } = open()
  const order: string[] = []
  const run = (name: string) =>
    db.transaction().execute(async tx => {
      order.push(`${name} begins`)
      await turns()
      await tx.insertInto('likes').values({ id: 5 }).execute()
      order.push(`${name} ends`)
    })
  const all = Promise.all([run('first'), run('second')])
  while (flushes.length < 2) await turns()
  for (const flush of flushes) flush.resolve()
  await all
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})
