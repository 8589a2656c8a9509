import type { AddressInfo } from 'node:net'
import {
  albumShuffleCookie,
  COOKIE_NAMES,
  deleteCookie,
  getCookie,
  setCookie,
} from '@refrain/contract/account/cookies'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { createUser } from '@refrain/contract/account/sign-in'
import { fillPath } from '@refrain/contract/operation'
import type { FastifyInstance } from 'fastify'
import { expect, it, vi } from 'vitest'
import { openDatabase } from '../../database/open.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

const ATTRIBUTES = 'Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict'
const CLEARED = 'Max-Age=0; Path=/; HttpOnly; SameSite=Strict'

const keep = (app: FastifyInstance, param_name: string, param_value: string, headers = {}) =>
  call(app, setCookie, { param_name, param_value }, headers)

onBothDatabases('cookie operations', open => {
  it.each([...COOKIE_NAMES.filter(name => name !== 'token'), 'shuffledTracks_al_1', 'shuffledTracks_user'])(
    'keep, tell and clear %s (API-14 to API-16, STO-22 to STO-33)',
    async name => {
      const app = await startApp(await open())
      const value = '{"a":[1, 2],"é":"; Path=/x, 100%"}'
      const kept = await keep(app, name, value)
      const cookie = `${name}=${encodeURIComponent(value)}`
      expect(kept.json()).toEqual({ success: true })
      expect(kept.headers['set-cookie']).toBe(`${cookie}; ${ATTRIBUTES}`)
      const headers = { cookie: `other=1; ${cookie}` }
      expect(await answerOf(app, getCookie, { name }, headers)).toEqual({ name, value })
      const cleared = await call(app, deleteCookie, { name }, headers)
      expect([cleared.json(), cleared.headers['set-cookie']]).toEqual([
        { success: true },
        `${name}=; ${CLEARED}`,
      ])
    },
  )

  it('are not cached, vary by cookie, and do not support HEAD (API-15, API-16)', async () => {
    const app = await startApp(await open())
    for (const answer of [
      await keep(app, 'track', 'x'),
      await call(app, getCookie, { name: 'track' }),
      await call(app, deleteCookie, { name: 'track' }),
    ]) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        vary: 'cookie',
        'x-content-type-options': 'nosniff',
      })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
    for (const operation of [getCookie, deleteCookie]) {
      const url = fillPath(operation.path, { name: 'track' })
      expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(405)
    }
  })

  it('return null for a missing cookie, and can delete it all the same (PROP-12)', async () => {
    const app = await startApp(await open())
    expect(await answerOf(app, getCookie, { name: 'track' })).toEqual({ name: 'track', value: null })
    expect(await answerOf(app, deleteCookie, { name: 'token' })).toEqual({ success: true })
  })

  it.each([
    'session',
    'Token',
    '__proto__',
    'constructor',
    'shuffledTracks_',
    'shuffledTracks_a.b',
    `shuffledTracks_${'a'.repeat(65)}`,
    'track; Path=/x',
    'a'.repeat(200),
  ])('know no cookie %j (PROP-48)', async name => {
    const app = await startApp(await open())
    expect((await keep(app, name, 'x')).statusCode).toBe(400)
    for (const operation of [getCookie, deleteCookie]) {
      const answer = await call(app, operation, { name })
      expect([400, 404]).toContain(answer.statusCode)
      expect(answer.headers['set-cookie']).toBeUndefined()
      if (name.length < 128) expect(answer.statusCode).toBe(404)
    }
  })

  it('accept 3,500 percent-encoded bytes, and delete the cookie of a larger value (PROP-47, PROP-48)', async () => {
    const app = await startApp(await open())
    expect((await keep(app, 'playedTracks', 'x'.repeat(3500))).statusCode).toBe(200)
    for (const value of ['x'.repeat(3501), '"'.repeat(1167), '\ud800'.repeat(400)]) {
      const refused = await keep(app, 'playedTracks', value)
      expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([413, `playedTracks=; ${CLEARED}`])
    }
    expect((await keep(app, 'playedTracks', 'a\u0000b')).statusCode).toBe(400)
  })

  it('delete the oldest shuffle order for an eleventh (STO-33, PROP-48)', async () => {
    const app = await startApp(await open())
    const names = Array.from({ length: 10 }, (_, n) => albumShuffleCookie(`al_${n}`))
    const cookie = names.map(name => `${name}=1`).join('; ')
    const kept = await keep(app, albumShuffleCookie('new'), '[2,1]', { cookie })
    expect(kept.headers['set-cookie']).toEqual([
      `${names[0]}=; ${CLEARED}`,
      `${albumShuffleCookie('new')}=${encodeURIComponent('[2,1]')}; ${ATTRIBUTES}`,
    ])
  })

  it('end the session with its cookie, so that the token becomes invalid (API-16, PROP-08)', async () => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest })
    const ada = await signUp(app)
    const elsewhere = (await call(app, createUser, { ...ADA, email: 'b@c.de' })).json().authtoken
    const headers = { cookie: `token=${ada['auth-token']}` }
    expect((await call(app, deleteCookie, { name: 'token' }, headers)).statusCode).toBe(200)
    expect((await call(app, deleteCookie, { name: 'token' }, headers)).statusCode).toBe(200)
    expect((await call(app, fetchOwnUser, {}, ada)).statusCode).toBe(401)
    expect((await call(app, fetchOwnUser, {}, { 'auth-token': elsewhere })).statusCode).toBe(200)
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  })

  it('log out in one call and delete all our cookies of the request (API-16, AUTH-16)', async () => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    const ours = [...COOKIE_NAMES.slice(1), 'shuffledTracks_al_1', 'shuffledTracks_user']
    const cookie = ['theirs=1', ...ours.map(name => `${name}=1`), `token=${ada['auth-token']}`].join('; ')
    const answer = await call(app, deleteCookie, { name: 'token' }, { cookie })
    expect(answer.headers['set-cookie']).toEqual(['token', ...ours].map(name => `${name}=; ${CLEARED}`))
    expect((await call(app, fetchOwnUser, {}, ada)).statusCode).toBe(401)
  })

  it.each(['', 'x', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}!`, 'undefined'])(
    'keep no token that cannot be one: %j (API-14)',
    async value => {
      const app = await startApp(await open())
      const refused = await keep(app, 'token', value)
      expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([400, undefined])
      expect((await keep(app, 'token', 'A'.repeat(43))).statusCode).toBe(200)
    },
  )

  it('return the token while its session lasts, then null, and delete it (API-15, PROP-08)', async () => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest })
    const { 'auth-token': token } = await signUp(app)
    const ask = async (cookie: string) => {
      const { statusCode, headers, ...answer } = await call(app, getCookie, { name: 'token' }, { cookie })
      return [statusCode, answer.json().value, headers['set-cookie']]
    }
    const cleared = `token=; ${CLEARED}`
    expect(await ask(`token=${token}`)).toEqual([200, token, undefined])
    for (const value of ['A'.repeat(43), 'x', '']) {
      expect(await ask(`token=${value}`)).toEqual([200, null, cleared])
    }
    await db.updateTable('sessions').set({ created_at: 0 }).execute()
    expect(await ask(`token=${token}`)).toEqual([200, null, cleared])
    expect(await ask('track=1')).toEqual([200, null, undefined])
  })

  it('return the only valid token of several, null if two are valid, and end all at logout (AUTH-08)', async () => {
    const app = await startApp(await open())
    const ada = (await signUp(app))['auth-token']
    const mallory = (await signUp(app, GRACE))['auth-token']
    const ask = async (...tokens: string[]) => {
      const cookie = tokens.map(token => `token=${token}`).join('; ')
      const answer = await call(app, getCookie, { name: 'token' }, { cookie })
      expect(answer.headers['set-cookie']).toBeUndefined()
      return answer.json().value
    }
    expect(await ask('A'.repeat(43), ada)).toBe(ada)
    expect(await ask('planted', ada, ada)).toBe(ada)
    expect(await ask(mallory, ada)).toBe(null)
    const cookie = `token=${mallory}; token=${ada}`
    await call(app, deleteCookie, { name: 'token' }, { cookie })
    for (const token of [ada, mallory]) {
      expect((await call(app, fetchOwnUser, {}, { 'auth-token': token })).statusCode).toBe(401)
    }
  })

  it('leave room for foreign cookies (PROP-48)', async () => {
    const app = await startApp(await open())
    const shuffles = Array.from(
      { length: 3 },
      (_, n) => `${albumShuffleCookie(`al_${n}`)}=${'1'.repeat(1500)}`,
    )
    const cookie = [`theirs=${'x'.repeat(8000)}`, ...shuffles].join('; ')
    const kept = await keep(app, 'track', 'x', { cookie })
    expect(kept.headers['set-cookie']).toEqual([
      `${albumShuffleCookie('al_0')}=; ${CLEARED}`,
      `track=x; ${ATTRIBUTES}`,
    ])
  })

  it('end no session by another cookie, and authenticate nobody by one (API-16)', async () => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    const headers = { cookie: `token=${ada['auth-token']}; userId=x` }
    await call(app, deleteCookie, { name: 'userId' }, headers)
    expect((await call(app, fetchOwnUser, {}, ada)).statusCode).toBe(200)
    expect((await call(app, fetchOwnUser, {}, headers)).statusCode).toBe(401)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['a link of our own', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }],
    ['a picture', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that hides', { origin: 'null' }],
    ['an origin that begins like ours', { origin: 'http://localhost.evil.example' }],
    ['another port', { origin: 'http://localhost:81' }],
    ['an origin among ours', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  ])('refuse %s, and nothing is set or ended (API-14 to API-16)', async (_what, from) => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    const headers = { ...from, host: 'localhost', cookie: `token=${ada['auth-token']}` }
    for (const answer of [
      await keep(app, 'track', 'x', headers),
      await call(app, getCookie, { name: 'token' }, headers),
      await call(app, deleteCookie, { name: 'token' }, headers),
      await call(app, createUser, { ...ADA, email: 'b@c.de' }, headers),
    ]) {
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined])
      expect(answer.body).not.toContain(ada['auth-token'])
    }
    expect((await call(app, fetchOwnUser, {}, ada)).statusCode).toBe(200)
  })

  it('accept only the origin of PUBLIC_URL if it is set', async () => {
    const settings = { publicUrl: 'https://music.example.org/' }
    const app = await startApp(await open(), { settings })
    const from = async (origin: string, host: string) =>
      (await keep(app, 'track', 'x', { origin, host })).statusCode
    expect(await from('https://music.example.org', '127.0.0.1:3000')).toBe(200)
    expect(await from('http://music.example.org', 'music.example.org')).toBe(403)
    expect(await from('http://127.0.0.1:3000', '127.0.0.1:3000')).toBe(403)
    const { headers } = await keep(app, 'track', 'x')
    expect(headers['set-cookie']).toBe('track=x; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict')
  })

  it('detect HTTPS behind a trusted proxy', async () => {
    const database = await open()
    const https = { 'x-forwarded-proto': 'https' }
    const named = await startApp(database, { settings: { trustedProxies: ['127.0.0.1'] } })
    expect((await keep(named, 'track', 'x', https)).headers['set-cookie']).toMatch('; Secure;')
    const unnamed = await startApp(database)
    expect((await keep(unnamed, 'track', 'x', https)).headers['set-cookie']).not.toMatch('Secure')
  })

  it('serve real requests of our own pages and refuse those of other sites (AUTH-08, API-02)', async () => {
    const app = await startApp(await open())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const own = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const send = (path: string, init: RequestInit = {}, origin = own) =>
      fetch(`${own}${path}`, {
        ...init,
        headers: { origin, 'content-type': 'application/json', ...(init.headers as object) },
      })
    const body = JSON.stringify(ADA)
    expect((await send(createUser.path, { method: 'POST', body }, 'https://evil.example')).status).toBe(403)
    const made = await send(createUser.path, { method: 'POST', body })
    const [cookie = ''] = made.headers.getSetCookie()[0]?.split(';') ?? []
    const { authtoken } = (await made.json()) as { authtoken: string }
    expect(cookie).toBe(`token=${authtoken}`)
    const told = await send(fillPath(getCookie.path, { name: 'token' }), { headers: { cookie } })
    expect(await told.json()).toEqual({ name: 'token', value: authtoken })
    const logout = await send(fillPath(deleteCookie.path, { name: 'token' }), { headers: { cookie } })
    expect(logout.headers.getSetCookie()).toEqual([`token=; ${CLEARED}`])
    const after = await send(fetchOwnUser.path, { method: 'POST', headers: { 'auth-token': authtoken } })
    expect(after.status).toBe(401)
  })
})

it('keep a token while the database is unavailable, and can delete it all the same (API-15, API-16, AUTH-18, PROP-08)', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const gone = openDatabase({ databaseUrl: 'postgres://127.0.0.1:1/gone', dataDir: '' })
  const app = await startApp(gone)
  const token = 'A'.repeat(43)
  const tell = (cookie: string) => call(app, getCookie, { name: 'token' }, { cookie })
  const told = await tell(`token=${token}`)
  expect([told.json().value, told.headers['set-cookie']]).toEqual([token, undefined])
  // Which of two is the listener's cannot be told: neither told nor cleared.
  const unsure = await tell(`token=${token}; token=${'B'.repeat(43)}`)
  expect([unsure.statusCode, unsure.headers['set-cookie']]).toEqual([503, undefined])
  const answer = await call(app, deleteCookie, { name: 'token' }, { cookie: `token=${token}` })
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, `token=; ${CLEARED}`])
  expect(log.mock.calls.flat().join()).not.toContain(token)
  expect((await call(app, fetchOwnUser, {}, { 'auth-token': 'B'.repeat(43) })).statusCode).toBe(503)
  expect((await call(app, createUser, ADA)).statusCode).toBe(503)
  log.mockRestore()
  await gone.close()
})
