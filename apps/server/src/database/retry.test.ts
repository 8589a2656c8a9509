import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../testing/databases.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { DatabaseBusyError, isDatabaseGone, write } from './retry.ts'

onBothDatabases('writing', openTestDatabase => {
  it('keeps all of a transaction or nothing', async () => {
    const { db } = await openTestDatabase()
    const raise = write(db, async tx => {
      await tx.updateTable('catalogue_version').set({ version: 77 }).execute()
      throw new Error('no')
    })
    await expect(raise).rejects.toThrow('no')
    const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
    expect(version).not.toBe(77)
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

it('waits for another process to end its writing, while reads go on and the event loop turns', async () => {
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
  [{ code: '23505' }, false],
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, true],
  [{ code: 'ENOENT', syscall: 'open' }, false],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('something else'), false],
  [undefined, false],
])('tells whether %o says that the database is gone', (error, gone) => {
  expect(isDatabaseGone(error)).toBe(gone)
})
