import { createHmac } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { fetchOverview } from '@refrain/contract/administration/overview'
import { fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { type KyselyPlugin, sql } from 'kysely'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createServiceKey } from '../account/service-keys/service-keys.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { seed } from '../testing/seed.ts'
import { GRACE, signUp } from '../testing/sign-up.ts'
import { answerOf, call, startApp } from '../testing/start-app.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { PRESENT_MS, Presence } from './presence.ts'

const KEY = Buffer.alloc(32, 1)

describe('presence in one process', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('counts everybody once, and drops who has been away for long', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const presence = new Presence()
    presence.see('ada')
    presence.see('ada')
    presence.see('grace')
    expect(presence.countOwn()).toEqual({ listeners: 2, streams: 0 })
    vi.advanceTimersByTime(PRESENT_MS / 2)
    presence.see('grace')
    vi.advanceTimersByTime(PRESENT_MS / 2 + 1)
    expect(presence.countOwn()).toEqual({ listeners: 1, streams: 0 })
  })

  it('counts a stream as long as it is sent, and for some time afterwards', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const presence = new Presence()
    const end = presence.seeStream('ada')
    presence.seeStream('ada')()
    vi.advanceTimersByTime(3 * PRESENT_MS)
    expect(presence.countOwn()).toEqual({ listeners: 1, streams: 1 })
    end()
    vi.advanceTimersByTime(PRESENT_MS - 1)
    presence.see('ada')
    expect(presence.countOwn()).toEqual({ listeners: 1, streams: 1 })
    vi.advanceTimersByTime(2)
    expect(presence.countOwn()).toEqual({ listeners: 1, streams: 0 })
  })

  it('counts as many as it has places for, and others once there is room', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const presence = new Presence()
    for (let n = 0; n < 50_000; n++) presence.see(`guest ${n}`)
    presence.see('ada')
    expect([presence.knows('ada'), presence.countOwn().listeners]).toEqual([false, 50_000])
    vi.advanceTimersByTime(PRESENT_MS + 1)
    presence.see('ada')
    expect(presence.countOwn()).toEqual({ listeners: 1, streams: 0 })
  })
})

onBothDatabases('presence', openDatabase => {
  it('counts guests by address, members by session, and no programs', async () => {
    const open = await openDatabase()
    const app = await startApp(open)
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    const now = async () => (await answerOf(app, fetchOverview, {}, key)).now
    expect(await now()).toEqual({ listeners: 0, streams: 0 })
    await answerOf(app, fetchPopularAlbums, {})
    await answerOf(app, fetchPopularAlbums, {})
    expect(await now()).toEqual({ listeners: 1, streams: 0 })
    for (const session of [await signUp(app), await signUp(app, GRACE)]) {
      await call(app, fetchOwnUser, {}, session)
      await answerOf(app, fetchPopularAlbums, {}, session)
    }
    // Whoever signs in was a guest at the same address before.
    expect(await now()).toEqual({ listeners: 2, streams: 0 })
    await answerOf(app, fetchPopularAlbums, {})
    // An unknown token is nobody.
    await call(app, fetchPopularAlbums, {}, { 'auth-token': 'x'.repeat(43) })
    expect(await now()).toEqual({ listeners: 3, streams: 0 })
  })

  /** An app with a file of audio. */
  async function startWithAudio() {
    const open = await openDatabase()
    const root = temporaryFolder()
    const path = join(root, 'one.mp3')
    writeFileSync(path, 'sound')
    const put = seed(open.db)
    const artist = await put.artist('Ada')
    const album = await put.album('First', artist)
    const track = await put.track('One', album, [artist], { url: 'one.mp3' })
    await put.file(path, root, track)
    const app = await startApp(open)
    const send = (method: 'GET' | 'HEAD', headers: Record<string, string>) =>
      app.inject({ url: `/audio/${album}/one.mp3`, method, headers })
    const play = async (cookie: string, method: 'GET' | 'HEAD' = 'GET') =>
      (await send(method, { cookie })).statusCode
    return { app, send, play, path }
  }
  const UNKNOWN = `token=${'x'.repeat(43)}`

  it('counts who is sent audio', async () => {
    const { app, play } = await startWithAudio()
    expect(await play(UNKNOWN)).toBe(200)
    expect(await app.presence.count()).toEqual({ listeners: 1, streams: 1 })
    const { 'auth-token': token } = await signUp(app)
    await call(app, fetchOwnUser, {}, { 'auth-token': token })
    await play(`token=${token}`)
    expect(await app.presence.count()).toEqual({ listeners: 1, streams: 1 })
  })

  it('counts no stream where there is no audio to send', async () => {
    const { app, play } = await startWithAudio()
    expect(await play(UNKNOWN, 'HEAD')).toBe(200)
    const { statusCode } = await app.inject({ url: '/stream/there-is-none/at-all.mp4' })
    expect(statusCode).toBe(404)
    expect(await app.presence.count()).toEqual({ listeners: 0, streams: 0 })
  })

  it('counts no stream for an unchanged file or a refused range', async () => {
    const { app, send } = await startWithAudio()
    const { etag } = (await send('HEAD', {})).headers
    expect((await send('GET', { 'if-none-match': String(etag) })).statusCode).toBe(304)
    expect((await send('GET', { range: 'bytes=99-' })).statusCode).toBe(416)
    expect(await app.presence.count()).toEqual({ listeners: 0, streams: 0 })
    expect((await send('GET', { range: 'bytes=1-2' })).statusCode).toBe(206)
    expect(await app.presence.count()).toEqual({ listeners: 1, streams: 1 })
  })

  it('counts no stream of a file that is gone', async () => {
    const { app, play, path } = await startWithAudio()
    rmSync(path)
    expect(await play(UNKNOWN)).toBe(404)
    expect(await app.presence.count()).toEqual({ listeners: 0, streams: 0 })
  })

  it('counts a member once whose page makes no call for long', async () => {
    const { app, play } = await startWithAudio()
    const { 'auth-token': token } = await signUp(app)
    await call(app, fetchOwnUser, {}, { 'auth-token': token })
    const { now } = performance
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 3_600_000)
    onTestFinished(() => later.mockRestore())
    await play(`token=${token}`)
    await call(app, fetchOwnUser, {}, { 'auth-token': token })
    expect(app.presence.countOwn()).toEqual({ listeners: 1, streams: 1 })
  })

  it('is added up among processes, everybody once', async () => {
    const { db, dialect } = await openDatabase()
    if (dialect === 'sqlite') return
    const shared = { db, key: KEY }
    const [one, other] = [new Presence(shared), new Presence(shared)]
    for (const presence of [one, other]) onTestFinished(() => presence.close())
    one.see('ada')
    one.see('grace')
    other.seeStream('grace')
    expect(await other.count()).toEqual({ listeners: 1, streams: 1 })
    expect(await one.count()).toEqual({ listeners: 2, streams: 1 })
    expect(await other.count()).toEqual({ listeners: 2, streams: 1 })
  })

  /** A database that can be away, and counts what is stored in it. */
  async function openFlaky() {
    const { db, dialect } = await openDatabase()
    const state = { isAway: false, stored: 0 }
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        if (state.isAway) throw new Error('The database is away.')
        if (JSON.stringify(node).includes('insert into')) state.stored++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const presence = new Presence({ db: db.withPlugin(plugin), key: KEY })
    onTestFinished(() => presence.close())
    return { db, dialect, presence, state }
  }

  it('is stored after an outage of PostgreSQL, and dropped', async () => {
    const { dialect, presence, state } = await openFlaky()
    if (dialect === 'sqlite') return
    presence.see('ada')
    presence.see('192.0.2.1')
    state.isAway = true
    await expect(presence.count()).rejects.toThrow('away')
    state.isAway = false
    expect((await presence.count()).listeners).toBe(2)
    presence.forget('192.0.2.1')
    state.isAway = true
    await expect(presence.count()).rejects.toThrow('away')
    state.isAway = false
    expect((await presence.count()).listeners).toBe(1)
  })

  it('is stored once for several who ask at the same time', async () => {
    const { dialect, presence, state } = await openFlaky()
    if (dialect === 'sqlite') return
    presence.see('ada')
    const counts = await Promise.all([presence.count(), presence.count()])
    expect(counts.map(({ listeners }) => listeners)).toEqual([1, 1])
    expect(state.stored).toBe(1)
  })

  it('is stored under hashes that only the key of the service gives', async () => {
    const { db, dialect, presence } = await openFlaky()
    if (dialect === 'sqlite') return
    presence.see('192.0.2.1')
    await presence.count()
    const keyed = createHmac('sha256', KEY).update('192.0.2.1').digest('hex').slice(0, 32)
    const { rows } = await sql`select key from presence`.execute(db)
    expect(rows).toEqual([{ key: keyed }])
  })
})
