import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { queryObjects } from 'node:v8'
import { deleteCookie } from '@refrain/contract/account/cookies'
import { deleteUser } from '@refrain/contract/account/own-account'
import { login } from '@refrain/contract/account/sign-in'
import { countLimits } from '@refrain/contract/limits'
import { LIVE_UPDATE_KINDS, listenToChanges } from '@refrain/contract/live-updates'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makePostgres, onBothDatabases } from '../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../testing/read-live-updates.ts'
import { ADA, GRACE, signUp } from '../testing/sign-up.ts'
import { answerOf, call, startApp } from '../testing/start-app.ts'
import { EventStream } from './event-stream.ts'
import { LiveUpdates } from './live-updates.ts'

const SOON = { timeout: 10_000 }

const requestOf = (headers: Readonly<Record<string, string>>) =>
  [
    `GET ${listenToChanges.path} HTTP/1.1`,
    ...Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

async function openConnection(app: FastifyInstance): Promise<Socket> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

onBothDatabases('live updates', openDatabase => {
  async function start() {
    const open = await openDatabase()
    const liveUpdates = new LiveUpdates(open)
    const app = await startApp(open, { liveUpdates })
    const ada = await signUp(app)
    const { user_id: userId } = await open.db
      .selectFrom('sessions')
      .select('user_id')
      .executeTakeFirstOrThrow()
    return { open, app, liveUpdates, ada, userId }
  }

  it('are sent to every tab of the listener but the one that made the change (listenToChanges)', async () => {
    const { app, liveUpdates, ada, userId } = await start()
    const grace = await signUp(app, GRACE)
    const one = await readLiveUpdates(app, { ...ada, 'tab-id': 'one' })
    const two = await readLiveUpdates(app, { ...ada, 'tab-id': 'two' })
    const nameless = await readLiveUpdates(app, ada)
    const other = await readLiveUpdates(app, { ...grace, 'tab-id': 'three' })
    liveUpdates.publish({ userId, tab: 'one' }, 'likes')
    // Two on their way at once may overtake each other between processes.
    await expect.poll(() => two.kinds, SOON).toEqual(['likes'])
    liveUpdates.publish({ userId }, 'playlists')
    await expect.poll(() => two.kinds, SOON).toEqual(['likes', 'playlists'])
    await expect.poll(() => nameless.kinds, SOON).toEqual(['likes', 'playlists'])
    await expect.poll(() => one.kinds, SOON).toEqual(['playlists'])
    expect(other.kinds).toEqual([])
    expect(nameless.text()).toContain('data: {"kind":"likes","tab":"one"}\n\n')
    expect(nameless.text()).toContain('data: {"kind":"playlists"}\n\n')
    expect(one.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(one.headers.get('cache-control')).toBe('no-store')
    expect(one.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('require the token header', async () => {
    const { app, ada } = await start()
    expect((await call(app, listenToChanges, {})).statusCode).toBe(401)
    const cookie = `token=${ada['auth-token']}`
    expect((await call(app, listenToChanges, {}, { cookie })).statusCode).toBe(401)
  })

  it('end when the listener logs out, and continue in other sessions', async () => {
    const { app, ada } = await start()
    const { authtoken } = await answerOf(app, login, { email: ADA.email, password: ADA.password })
    const leaving = await readLiveUpdates(app, ada)
    const staying = await readLiveUpdates(app, { 'auth-token': authtoken })
    await call(app, deleteCookie, { name: 'token' }, { cookie: `token=${ada['auth-token']}` })
    await expect.poll(leaving.over, SOON).toBe(true)
    expect(staying.over()).toBe(false)
    await answerOf(app, deleteUser, {}, { 'auth-token': authtoken })
    await expect.poll(staying.over, SOON).toBe(true)
  })

  it('send heartbeats, and end with an expired session', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { open, app, ada } = await start()
      const page = await readLiveUpdates(app, ada)
      await expect.poll(page.text, SOON).toBe(':\n\n')
      vi.advanceTimersByTime(20_000)
      await expect.poll(page.text, SOON).toBe(':\n\n:\n\n')
      await open.db.deleteFrom('sessions').execute()
      vi.advanceTimersByTime(20_000)
      await expect.poll(page.over, SOON).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it('end the oldest stream beyond the limit, and forget closed ones', async () => {
    const { app, liveUpdates, ada, userId } = await start()
    const first = await readLiveUpdates(app, ada)
    const second = await readLiveUpdates(app, ada)
    for (let n = 1; n < countLimits.liveUpdateStreams; n++) await readLiveUpdates(app, ada)
    await expect.poll(first.over, SOON).toBe(true)
    expect(second.over()).toBe(false)
    second.leave()
    await expect
      .poll(() => liveUpdates.subscribersOf(userId).length, SOON)
      .toBe(countLimits.liveUpdateStreams - 1)
  })

  it('are not subscribed to after a timeout', async () => {
    const { open, ada, userId } = await start()
    const begun = Promise.withResolvers<void>()
    const hearing = Promise.withResolvers<() => Promise<void>>()
    const pubSub = {
      publish: async () => {},
      subscribe() {
        begun.resolve()
        return hearing.promise
      },
    }
    const liveUpdates = new LiveUpdates({ pubSub })
    const app = await startApp({ ...open, pubSub }, { liveUpdates })
    const answer = call(app, listenToChanges, {}, ada)
    await begun.promise
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.advanceTimersByTime(60_000)
    expect((await answer).statusCode).toBe(503)
    hearing.resolve(async () => {})
    await new Promise(setImmediate)
    expect(liveUpdates.subscribersOf(userId)).toEqual([])
  })

  it('keep nothing for clients that left before they were subscribed', async () => {
    const { open, ada, userId } = await start()
    const connected = Promise.withResolvers<() => Promise<void>>()
    const pubSub = { publish: async () => {}, subscribe: () => connected.promise }
    const liveUpdates = new LiveUpdates({ pubSub })
    const connect = vi.spyOn(liveUpdates, 'connect')
    const app = await startApp({ ...open, pubSub }, { liveUpdates })
    const clients: Socket[] = []
    for (let n = 0; n < 30; n++) clients.push(await openConnection(app))
    for (const client of clients) client.write(requestOf(ada))
    await expect.poll(() => connect.mock.calls.length, SOON).toBe(clients.length)
    for (const client of clients) client.destroy()
    await expect.poll(() => promisify(app.server.getConnections.bind(app.server))(), SOON).toBe(0)
    connected.resolve(async () => {})
    await Promise.all(connect.mock.results.map(({ value }) => value))
    await new Promise(setImmediate)
    await expect.poll(() => queryObjects(EventStream), SOON).toBe(0)
    expect(liveUpdates.subscribersOf(userId)).toEqual([])
  })

  it('end when the server stops', async () => {
    const { app, ada } = await start()
    const page = await readLiveUpdates(app, ada)
    await app.close()
    await expect.poll(page.over, SOON).toBe(true)
  })

  it('can be opened 60 times a minute by one listener', async () => {
    const { open, ada } = await start()
    const app = await startApp(open, { settings: { rateLimitScale: 1 / 60 } })
    await readLiveUpdates(app, ada)
    expect((await call(app, listenToChanges, {}, ada)).statusCode).toBe(429)
  })
})

it('reach tabs served by another process, also after a lost database connection', async () => {
  const { open, end } = await makePostgres()
  onTestFinished(end)
  const app = await startApp(open)
  const elsewhere = new LiveUpdates(open)
  await startApp(open, { liveUpdates: elsewhere })
  const page = await readLiveUpdates(app, await signUp(app))
  const { id: userId } = await open.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  elsewhere.publish({ userId }, 'follows')
  await expect.poll(() => page.kinds, SOON).toEqual(['follows'])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`.execute(open.db)
  // What may have changed in the meantime is told once it hears again.
  await expect.poll(() => page.kinds.length, SOON).toBeGreaterThan(LIVE_UPDATE_KINDS.length)
  const before = page.kinds.length
  elsewhere.publish({ userId }, 'likes')
  await expect.poll(() => page.kinds.slice(before), SOON).toEqual(['likes'])
})
