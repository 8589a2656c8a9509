import { closeSync, openSync, readFileSync, statSync, utimesSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { rewriteFrames } from './rewrite-frames.ts'

const PAGE_BYTES = 4096
const FRAME_BYTES = 24 + PAGE_BYTES

/** A log with as many whole pages as asked for, behind it what an earlier use of the file left. */
function makeLog(rows: number) {
  const file = join(temporaryFolder(), 'test.db')
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  database.exec(`pragma page_size = ${PAGE_BYTES}; pragma journal_mode = wal; pragma wal_autocheckpoint = 0;
    create table texts (text)`)
  const insert = database.prepare('insert into texts values (?)')
  const insertAll = (count: number, text: string) => {
    database.exec('begin')
    for (let i = 0; i < count; i++) insert.run(text.repeat(PAGE_BYTES))
    database.exec('commit')
  }
  insertAll(rows, 'x')
  // The next write starts the log from its beginning.
  database.exec('pragma wal_checkpoint(restart)')
  insertAll(rows / 2, 'y')
  const { log } = database.prepare('pragma wal_checkpoint(passive)').get() as { log: number }
  const path = `${file}-wal`
  const descriptor = openSync(path, 'r+')
  onTestFinished(() => closeSync(descriptor))
  return { path, descriptor, frames: log }
}

it('writes the same bytes again', async () => {
  const { path, descriptor, frames } = makeLog(1_000)
  const before = readFileSync(path)
  expect(frames * FRAME_BYTES).toBeGreaterThan(1024 * 1024)
  expect(before.length).toBeGreaterThan((frames + 1) * FRAME_BYTES)
  utimesSync(path, 1, 1)
  await rewriteFrames(descriptor, frames)
  expect(statSync(path).mtimeMs).toBeGreaterThan(1000)
  expect(readFileSync(path).equals(before)).toBe(true)
})

it('refuses a log that holds fewer frames', async () => {
  const { descriptor, frames } = makeLog(10)
  await expect(rewriteFrames(descriptor, frames + 1)).rejects.toMatchObject({ name: 'LostFramesError' })
})

it.each([
  ['the header', 10],
  ['a page', 32 + FRAME_BYTES + 100],
])('refuses a log in which %s has changed', async (_, position) => {
  const { descriptor, frames } = makeLog(10)
  writeSync(descriptor, Buffer.from([99]), 0, 1, position)
  await expect(rewriteFrames(descriptor, frames)).rejects.toMatchObject({ name: 'LostFramesError' })
})
