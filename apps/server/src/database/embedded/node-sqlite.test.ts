import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { nodeSqlite } from './node-sqlite.ts'

it('keeps the statements prepared that are used, whatever others come', () => {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  const prepare = vi.spyOn(database, 'prepare')
  const sqlite = nodeSqlite(database)
  const timesPrepared = (sql: string) => prepare.mock.calls.filter(call => call[0] === sql).length
  for (let n = 0; n < 1_000; n++) {
    sqlite.prepare('select 0')
    sqlite.prepare(`select ${n + 1}`)
  }
  expect(timesPrepared('select 0')).toBe(1)
  sqlite.prepare('select 1')
  expect(timesPrepared('select 1')).toBe(2)
})
