import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makePostgres, onBothDatabases } from '../testing/databases/both-databases.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { DatabaseBusyError, isDatabaseUnavailable, write } from './retry.ts'
import type { Transaction } from './tables.ts'

onBothDatabases('writing', openTestDatabase => {
  it('commits all of a transaction or nothing', async () => {
    const { db } = await openTestDatabase()
    const raise = write(db, async tx => {
      await tx.updateTable('catalogue_version').set({ version: 77 }).execute()
      throw new Error('no')
    })
    await expect(raise).rejects.toThrow('no')
    const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
    expect(version).not.toBe(77)
  })

  it.each(['40001', '40P01'])('gives up on what the database undoes every time (%s)', async code => {
    const { db } = await openTestDatabase()
    let attempts = 0
    const undone = write(db, async tx => {
      attempts++
      await tx.updateTable('catalogue_version').set({ version: 77 }).execute()
      throw Object.assign(new Error('undone'), { code })
    })
    await expect(undone).rejects.toThrow(DatabaseBusyError)
    expect(attempts).toBeGreaterThan(2)
    const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
    expect(version).not.toBe(77)
  })
})

describe('deadlocks on PostgreSQL', () => {
  it('are retried, so that both transactions commit', async () => {
    const { open, end } = await makePostgres()
    onTestFinished(end)
    const add = (name: string, n: number) => (tx: Transaction) =>
      tx
        .insertInto('leases')
        .values({ name, holder: String(n), expires_at: n })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ holder: String(n) }))
        .execute()
    // Each has written its first row before either goes for the other's.
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const attempts = [0, 0]
    const both = (first: string, second: string, n: number) =>
      write(open.db, async tx => {
        attempts[n]!++
        await add(first, n)(tx)
        begun[n]!.resolve()
        await Promise.all(begun.map(one => one.promise))
        await add(second, n)(tx)
      })
    await Promise.all([both('a', 'b', 0), both('b', 'a', 1)])
    expect(attempts.toSorted()).toEqual([1, 2])
    const rows = await open.db.selectFrom('leases').select('holder').execute()
    expect(new Set(rows.map(row => row.holder)).size).toBe(1)
  })
})

async function openLocked() {
  const dataDir = temporaryFolder()
  const open = openDatabase({ databaseUrl: '', dataDir })
  onTestFinished(() => open.close())
  await migrate(open)
  const other = new DatabaseSync(`${dataDir}/refrain.db`)
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  return { open, other }
}

it('waits for another process’s transaction without blocking reads and the event loop', async () => {
  const { open, other } = await openLocked()
  const writing = write(open.db, tx => tx.updateTable('catalogue_version').set({ version: 5 }).execute())
  const { version } = await open.db
    .selectFrom('catalogue_version')
    .select('version')
    .executeTakeFirstOrThrow()
  expect(version).not.toBe(5)
  other.exec('commit')
  await writing
})

it('gives up on a database that stays busy', async () => {
  const { open } = await openLocked()
  const writing = write(open.db, tx => tx.updateTable('catalogue_version').set({ version: 5 }).execute())
  await expect(writing).rejects.toThrow(DatabaseBusyError)
})

it.each([
  [{ errcode: 5 }, true],
  [{ errcode: 261 }, true],
  [{ errcode: 2067 }, false],
  [{ code: '57P01' }, true],
  [{ code: '08006' }, true],
  [{ code: '57014' }, true],
  [{ code: '53300' }, true],
  [{ code: '55P03' }, true],
  [{ code: '25006' }, true],
  [{ errcode: 8 }, true],
  [{ errcode: 13 }, true],
  [{ code: '23505' }, false],
  [{ code: '40001' }, true],
  [{ code: '40P01' }, true],
  [{ code: '40003' }, false],
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, true],
  [{ code: 'ENOENT', syscall: 'open' }, false],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('something else'), false],
  [undefined, false],
])('tells whether %o says that the database is gone', (error, gone) => {
  expect(isDatabaseUnavailable(error)).toBe(gone)
})
