import fs, { chmodSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPlaylist, fetchUserPlaylists } from '@refrain/contract/library/playlists'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makePostgres } from '../testing/databases/both-databases.ts'
import { signUp } from '../testing/sign-up.ts'
import { answerOf, call, startApp } from '../testing/start-app.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { lockEmbeddedDatabase } from './embedded/lock-embedded-database.ts'
import { storageFailureOf } from './error-kinds.ts'
import { migrate } from './migrate.ts'
import { DATABASE_FILE, openDatabase } from './open.ts'

async function start() {
  const dataDir = temporaryFolder()
  const open = openDatabase({ databaseUrl: '', dataDir })
  onTestFinished(() => open.close())
  await migrate(open)
  const app = await startApp(open, { settings: { dataDir } })
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const ready = async () => (await app.inject('/readyz')).statusCode
  return { dataDir, open, app, ready, ada: await signUp(app), lines: () => log.mock.calls.flat() }
}

it('answers 503 to writes while the disk is full, keeps reading, and recovers by itself', async () => {
  const { open, app, ready, ada, lines } = await start()
  await answerOf(app, createPlaylist, {}, ada)
  await sql`pragma max_page_count = 1`.execute(open.db)
  let answer = await call(app, createPlaylist, {}, ada)
  // What fits in the pages that are there is still saved.
  while (answer.statusCode === 200) answer = await call(app, createPlaylist, {}, ada)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
  expect(answer.json().error).toBe('The service has no space left to save this: try again later.')
  expect(lines()).toEqual([expect.stringMatching(/503: The disk is full, nothing can be saved/)])
  expect((await answerOf(app, fetchUserPlaylists, {}, ada)).length).toBeGreaterThan(0)
  expect(await ready()).toBe(200)
  await sql`pragma max_page_count = 1000000`.execute(open.db)
  await answerOf(app, createPlaylist, {}, ada)
})

it('answers 503 to writes and is not ready while the database is read-only', async () => {
  const { open, app, ready, ada, lines } = await start()
  expect(await ready()).toBe(200)
  await sql`pragma query_only = on`.execute(open.db)
  const answer = await call(app, createPlaylist, {}, ada)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
  expect(lines()).toEqual([expect.stringMatching(/503: The disk cannot be written, check the permissions/)])
  expect(await ready()).toBe(503)
  await sql`pragma query_only = off`.execute(open.db)
  await answerOf(app, createPlaylist, {}, ada)
  expect(await ready()).toBe(200)
})

it('refuses writes and is not ready after a failed flush, until the log is recovered', async () => {
  const { dataDir, open, app, ready, ada } = await start()
  const flush = vi.spyOn(fs, 'fdatasync').mockImplementation((_, done) => {
    done(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' }))
  })
  onTestFinished(() => flush.mockRestore())
  const answers = await Promise.all([1, 2, 3].map(() => call(app, createPlaylist, {}, ada)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
  expect(answers[0]?.headers['retry-after']).toBe('30')
  expect(await ready()).toBe(503)
  expect(await answerOf(app, fetchUserPlaylists, {}, ada)).toHaveLength(3)
  // Another connection writes, such as an import's.
  const writer = new DatabaseSync(join(dataDir, DATABASE_FILE))
  onTestFinished(() => writer.close())
  writer.exec('begin immediate')
  flush.mockRestore()
  const refused = await call(app, createPlaylist, {}, ada)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
  writer.exec('rollback')
  expect(await ready()).toBe(200)
  const others = await Promise.all([1, 2, 3].map(() => call(app, createPlaylist, {}, ada)))
  expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const { rows } = await sql`pragma busy_timeout`.execute(open.db)
  expect(rows).toEqual([{ timeout: 100 }])
})

it('recovers from a failed flush while a backup reads from the log', async () => {
  const { dataDir, app, ready, ada } = await start()
  const reader = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true })
  onTestFinished(() => reader.close())
  await answerOf(app, createPlaylist, {}, ada)
  reader.exec('begin; select count(*) from playlists')
  const flush = vi.spyOn(fs, 'fdatasync').mockImplementation((_, done) => {
    done(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' }))
  })
  onTestFinished(() => flush.mockRestore())
  expect((await call(app, createPlaylist, {}, ada)).statusCode).toBe(503)
  expect(await ready()).toBe(503)
  flush.mockRestore()
  expect((await call(app, createPlaylist, {}, ada)).statusCode).toBe(200)
  expect(await ready()).toBe(200)
  const [read] = reader.prepare('select count(*) as count from playlists').all()
  expect(read).toEqual({ count: 1 })
  reader.exec('rollback')
})

it('is not ready while its data folder is missing, on PostgreSQL too', async () => {
  const { open, end } = await makePostgres()
  onTestFinished(end)
  const dataDir = join(temporaryFolder(), 'data')
  mkdirSync(dataDir)
  const app = await startApp(open, { settings: { dataDir } })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const ready = async () => (await app.inject('/readyz')).statusCode
  expect(await ready()).toBe(200)
  renameSync(dataDir, `${dataDir}-away`)
  expect(await ready()).toBe(503)
  renameSync(`${dataDir}-away`, dataDir)
  expect(await ready()).toBe(200)
})

it.each([
  ['database or disk is full', 13],
  ['disk I/O error', 4874],
])('says that the disk is full instead of: %s', (message, errcode) => {
  const free = vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 0 } as fs.StatsFs)
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(() => {
    throw Object.assign(new Error(message), { errcode })
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    free.mockRestore()
    syncBuiltinESMExports()
  })
  expect(() => openDatabase({ databaseUrl: '', dataDir: temporaryFolder() })).toThrow(
    /^The disk of .* is full: make room and start again\.$/,
  )
})

it('refuses to open a read-only database', () => {
  const { exec } = DatabaseSync.prototype
  // As where the file belongs to somebody else; but nothing is forbidden to root, who may run this.
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    text,
  ) {
    if (!text.startsWith('begin')) return exec.call(this, text)
    throw Object.assign(new Error('attempt to write a readonly database'), { errcode: 8 })
  })
  onTestFinished(() => spy.mockRestore())
  expect(() => openDatabase({ databaseUrl: '', dataDir: temporaryFolder() })).toThrow(
    /cannot be written: .*DATA_DIR/,
  )
})

it.skipIf(process.platform === 'win32')('keeps other accounts out of the data folder', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const dataDir = join(temporaryFolder(), 'new')
  const modeOf = (path: string) => statSync(path).mode & 0o777
  await openDatabase({ databaseUrl: '', dataDir }).close()
  expect(modeOf(dataDir)).toBe(0o700)
  expect(log).not.toHaveBeenCalled()
  chmodSync(dataDir, 0o755)
  chmodSync(join(dataDir, DATABASE_FILE), 0o644)
  await openDatabase({ databaseUrl: '', dataDir }).close()
  expect(modeOf(dataDir)).toBe(0o700)
  expect(modeOf(join(dataDir, DATABASE_FILE))).toBe(0o600)
  expect(log.mock.calls.flat()).toEqual([expect.stringMatching(/\(0755\): its rights are 0700 now/)])
  // Nobody shuts others out of a folder that is everybody's on purpose, such as /tmp.
  chmodSync(dataDir, 0o1777)
  await openDatabase({ databaseUrl: '', dataDir }).close()
  expect(modeOf(dataDir)).toBe(0o777)
  expect(log.mock.calls.flat()[1]).toMatch(/cannot be changed: it is shared on purpose/)
})

it('locks the embedded database for one server at a time', () => {
  const dataDir = temporaryFolder()
  const release = lockEmbeddedDatabase(dataDir)
  expect(() => lockEmbeddedDatabase(dataDir)).toThrow(/^Another service runs on the embedded database in /)
  release()
  lockEmbeddedDatabase(dataDir)()
})

it.each([
  [{ errcode: 13 }, 'full'],
  [{ errcode: 8 }, 'read-only'],
  [{ errcode: 1032 }, 'read-only'],
  [{ code: 'ENOSPC', syscall: 'write' }, 'full'],
  [{ code: 'EDQUOT' }, 'full'],
  [{ code: 'EROFS' }, 'read-only'],
  [{ code: '53100' }, 'full'],
  [{ code: '25006' }, 'read-only'],
  [{ errcode: 778 }, 'failing'],
  [{ code: 'EFBIG', syscall: 'write' }, 'failing'],
  [{ code: 'EIO', syscall: 'fsync' }, 'failing'],
  [{ code: 'EIO', syscall: 'read' }, undefined],
  [{ code: '58030' }, 'failing'],
  [{ errcode: 266 }, undefined],
  [{ errcode: 5 }, undefined],
  [{ code: 'ENOENT' }, undefined],
  [undefined, undefined],
])('knows what %o says about the disk', (error, trouble) => {
  expect(storageFailureOf(error)).toBe(trouble)
})
