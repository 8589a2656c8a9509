import { fetchFollowingArtists } from '@refrain/contract/library/follows'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makePostgres } from '../testing/databases/both-databases.ts'
import { seed } from '../testing/seed.ts'
import { signUp } from '../testing/sign-up.ts'
import { call, startApp } from '../testing/start-app.ts'
import { CONNECTIONS, ConnectionScheduler, queryContext } from './connection-scheduler.ts'
import { openDatabase } from './open.ts'
import { DatabaseBusyError, write } from './retry.ts'

async function start() {
  const { open, url, end } = await makePostgres()
  onTestFinished(end)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  onTestFinished(() => admin.end())
  /** Takes a lock that nobody else gives back. */
  async function lock(table: string, mode: 'exclusive' | 'access exclusive'): Promise<void> {
    await admin.query('begin')
    await admin.query(`lock table ${table} in ${mode} mode`)
  }
  return { open, lock }
}

it('reads, answers health checks and notifies while every connection for writing is held', async () => {
  const { open } = await start()
  const held = Promise.withResolvers<void>()
  let begun = 0
  const writes = Array.from({ length: 10 }, () =>
    write(open.db, async () => {
      begun++
      await held.promise
    }),
  )
  const ended = Promise.allSettled(writes)
  await expect.poll(() => begun, { timeout: 10_000 }).toBe(CONNECTIONS.write)
  await open.check()
  await open.pubSub?.publish('hello')
  await open.db.selectFrom('leases').select('name').execute()
  // The others were told that the database is busy.
  await expect(Promise.any(writes.map(flip))).resolves.toBeInstanceOf(DatabaseBusyError)
  held.resolve()
  const kept = (await ended).filter(({ status }) => status === 'fulfilled')
  expect(kept.length).toBeGreaterThanOrEqual(CONNECTIONS.write)
})

/** Resolves with what the promise is rejected with. */
function flip(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => Promise.reject(new Error('It was written.')),
    error => error,
  )
}

it('answers 503 with Retry-After when a lock is not free in time, without affecting other requests', async () => {
  const { open, lock } = await start()
  const app = await startApp(open)
  const ada = await signUp(app)
  const put = seed(open.db)
  const artist = await put.artist('Nina')
  const trackId = await put.track('One', await put.album('First', artist), [artist])
  await lock('playlists', 'access exclusive')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await call(app, appendLikedSongs, { trackId }, ada)
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('2')
  expect((await call(app, fetchFollowingArtists, {}, ada)).statusCode).toBe(200)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})

it('counts connections by listener and operation', async () => {
  const { open } = await start()
  const app = await startApp(open)
  const ada = await signUp(app)
  const { id: listener } = await open.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const users: unknown[] = []
  const take = ConnectionScheduler.prototype.acquire
  vi.spyOn(ConnectionScheduler.prototype, 'acquire').mockImplementation(function (
    this: ConnectionScheduler,
    kind,
  ) {
    users.push({ ...queryContext.getStore() })
    return take.call(this, kind)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await call(app, fetchFollowingArtists, {}, ada)
  expect(users).toContainEqual({ operation: 'fetchFollowingArtists' })
  expect(users.at(-1)).toEqual({ operation: 'fetchFollowingArtists', listener })
})

it('names the process of a connection in pg_stat_activity', async () => {
  const { open } = await start()
  const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(
    open.db,
  )
  expect(rows[0]?.name).toContain(String(process.pid))
})

it('reports idle connections that break to its owner and replaces them', async () => {
  const { url, end } = await makePostgres()
  onTestFinished(end)
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  const onConnectionError = vi.fn()
  const open = openDatabase({ databaseUrl: url, dataDir: '', onConnectionError })
  const silent = openDatabase({ databaseUrl: url, dataDir: '' })
  onTestFinished(() => Promise.all([open.close(), silent.close()]).then(() => {}))
  await Promise.all([open.check(), silent.check()])
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  onTestFinished(() => admin.end())
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await expect.poll(() => onConnectionError.mock.calls.length, { timeout: 10_000 }).toBe(1)
  await expect.poll(() => silent.check().then(() => 'back', String), { timeout: 10_000 }).toBe('back')
  await open.check()
  expect(print).not.toHaveBeenCalled()
})
