import { deleteUser, fetchOwnUser } from '@refrain/contract/account/own-account'
import { createUser, login } from '@refrain/contract/account/sign-in'
import type { FastifyInstance } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../database/tables.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { ADA, GRACE, signUp } from '../testing/sign-up.ts'
import { answerOf, call, startApp } from '../testing/start-app.ts'

const { email, password } = ADA
const DAY = 86_400_000
const TOKEN = /^[A-Za-z0-9_-]{43}$/

const logIn = async (app: FastifyInstance, given = { email, password }) => ({
  'auth-token': (await answerOf(app, login, given)).authtoken,
})

async function statusOf(app: FastifyInstance, headers: Record<string, string>): Promise<number> {
  return (await call(app, fetchOwnUser, {}, headers)).statusCode
}

const countOf = async (db: Database, table: 'users' | 'sessions' | 'sign_in_addresses') => {
  const rows = await db.selectFrom(table).selectAll().execute()
  return rows.length
}

onBothDatabases('accounts', open => {
  it('can be created, signed in to and read (API-04, API-05, API-07, ENT-01, ENT-02, ENT-14)', async () => {
    const app = await startApp(await open())
    const made = await signUp(app)
    expect(made['auth-token']).toMatch(TOKEN)
    const user = await answerOf(app, fetchOwnUser, {}, made)
    expect(user).toEqual({
      _id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      name: ADA.name,
      email,
      profile_path: '',
      isGoogleUser: false,
    })
    const again = await logIn(app)
    expect(await answerOf(app, fetchOwnUser, {}, again)).toEqual(user)
    expect(await statusOf(app, made)).toBe(200)
  })

  it('survive restarts, without anything stored that could sign somebody in (API-72, PROP-11, PROP-14)', async () => {
    const database = await open()
    const first = await startApp(database)
    const made = await signUp(first)
    await first.close()
    const app = await startApp(database)
    expect(await statusOf(app, made)).toBe(200)
    const { db } = database
    const kept = JSON.stringify([
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('sessions').selectAll().execute(),
      await db.selectFrom('sign_in_addresses').selectAll().execute(),
    ])
    expect(kept).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    for (const secret of [password, made['auth-token'], '127.0.0.1']) expect(kept).not.toContain(secret)
  })

  it('set the token as a cookie that scripts and other sites cannot use (AUTH-08, STO-22, READ-09)', async () => {
    const database = await open()
    const app = await startApp(database)
    const made = await call(app, createUser, ADA)
    const { authtoken } = made.json()
    const cookie = `token=${authtoken}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict`
    expect(made.headers).toMatchObject({ 'set-cookie': cookie, 'cache-control': 'no-store', vary: 'cookie' })
    const secure = await startApp(database, { settings: { publicUrl: 'https://music.example.org' } })
    const answer = await call(secure, login, { email, password })
    expect(answer.headers['set-cookie']).toMatch(/^token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; /)
  })

  it('ignore the case of an email address, and store it as entered (ENT-01)', async () => {
    const app = await startApp(await open())
    const made = await signUp(app, { ...ADA, email: 'Ada@Example.org' })
    expect((await answerOf(app, fetchOwnUser, {}, made)).email).toBe('Ada@Example.org')
    expect((await call(app, createUser, ADA)).statusCode).toBe(400)
    expect((await logIn(app, { email: 'ADA@example.ORG', password }))['auth-token']).toMatch(TOKEN)
  })

  it('are created once by a double submit, and not signed in to by the second (API-05, PROP-11)', async () => {
    const database = await open()
    const app = await startApp(database)
    const answers = await Promise.all([1, 2, 3].map(() => call(app, createUser, ADA)))
    expect(answers.map(answer => answer.statusCode).toSorted()).toEqual([200, 400, 400])
    expect([await countOf(database.db, 'users'), await countOf(database.db, 'sessions')]).toEqual([1, 1])
    const refused = answers.find(answer => answer.statusCode === 400)
    expect(refused?.headers['set-cookie']).toBeUndefined()
  })

  it('get a new session at each login, whatever token is sent', async () => {
    const app = await startApp(await open())
    const made = await signUp(app)
    const planted = { ...made, cookie: `token=${made['auth-token']}` }
    const { authtoken } = await answerOf(app, login, { email, password }, planted)
    expect(authtoken).not.toBe(made['auth-token'])
  })

  it.each([
    ['a token of nobody', 'A'.repeat(43)],
    ['a malformed token', "' or 1=1 --"],
    ['an empty token', ''],
    ['an over-long token', 'A'.repeat(5000)],
  ])('is not shown or deleted for %s (API-01, PROP-13)', async (_what, token) => {
    const app = await startApp(await open())
    await signUp(app)
    const headers = { 'auth-token': token }
    expect(await statusOf(app, headers)).toBe(401)
    expect((await call(app, deleteUser, {}, headers)).statusCode).toBe(401)
  })

  it('cannot be read with the cookie alone (API-01)', async () => {
    const app = await startApp(await open())
    const { 'auth-token': token } = await signUp(app)
    const headers = { cookie: `token=${token}` }
    expect(await statusOf(app, headers)).toBe(401)
    expect((await call(app, deleteUser, {}, headers)).statusCode).toBe(401)
  })

  it.each([
    ['30 days after signing in', { created_at: Date.now() - 30 * DAY }],
    ['14 days after its last use', { last_used_at: Date.now() - 14 * DAY }],
  ])('is left %s (PROP-08)', async (_when, change) => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest })
    const made = await signUp(app)
    await db.updateTable('sessions').set(change).execute()
    expect(await statusOf(app, made)).toBe(401)
    expect((await call(app, deleteUser, {}, made)).statusCode).toBe(401)
  })

  it('are deleted with everything that belongs to them (API-08, PROP-53)', async () => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest })
    const ada = await signUp(app)
    const adaElsewhere = await logIn(app)
    const grace = await signUp(app, GRACE)
    const json = { 'content-type': 'application/json' }
    expect(await answerOf(app, deleteUser, {}, { ...ada, ...json })).toEqual({ success: true })
    expect([await statusOf(app, ada), await statusOf(app, adaElsewhere)]).toEqual([401, 401])
    expect((await call(app, deleteUser, {}, ada)).statusCode).toBe(401)
    expect((await answerOf(app, fetchOwnUser, {}, grace)).email).toBe(GRACE.email)
    for (const table of ['users', 'sessions', 'sign_in_addresses'] as const) {
      expect(await countOf(db, table)).toBe(1)
    }
    expect((await call(app, login, { email, password })).statusCode).toBe(401)
    await signUp(app)
  })

  it('are deleted once by concurrent requests; the others get 401 (API-08)', async () => {
    const app = await startApp(await open())
    const made = await signUp(app)
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(app, deleteUser, {}, made)))
    expect(answers.map(answer => answer.statusCode).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('allow three attempts to delete them an hour (API-08)', async () => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest }, { settings: { rateLimitScale: 1 } })
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const made = await signUp(app)
    await db.schema.alterTable('users').renameTo('away').execute()
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await call(app, deleteUser, {}, made)).statusCode)
    expect(statuses).toEqual([500, 500, 500, 429])
    await db.schema.alterTable('away').renameTo('users').execute()
    expect((await answerOf(app, fetchOwnUser, {}, made)).email).toBe(email)
  })

  it('are identified by the session only, never by a body (API-08)', async () => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    const grace = await signUp(app, GRACE)
    const { _id } = await answerOf(app, fetchOwnUser, {}, grace)
    const headers = { ...ada, 'content-type': 'application/json' }
    const payload = JSON.stringify({ _id, userId: _id })
    const url = deleteUser.path
    expect((await app.inject({ method: 'DELETE', url, headers, payload })).statusCode).toBe(200)
    expect([await statusOf(app, ada), await statusOf(app, grace)]).toEqual([401, 200])
  })

  it.each([
    ['null', 'application/json'],
    ['["x"]', 'application/json'],
    ['{ no JSON', 'application/json'],
    ['text', 'text/plain'],
    ['a=1', 'application/x-www-form-urlencoded'],
    ['anything', undefined],
  ])('is deleted whatever body comes with the call: %s as %s (API-08)', async (payload, type) => {
    const app = await startApp(await open())
    const headers = { ...(await signUp(app)), ...(type && { 'content-type': type }) }
    const answer = await app.inject({ method: 'DELETE', url: deleteUser.path, headers, payload })
    expect([answer.statusCode, answer.body]).toEqual([200, '{"success":true}'])
  })

  it('accept an empty JSON body (API-07, API-08)', async () => {
    const app = await startApp(await open())
    const headers = { ...(await signUp(app)), 'content-type': 'application/json' }
    expect((await app.inject({ method: 'POST', url: fetchOwnUser.path, headers })).statusCode).toBe(200)
    expect((await app.inject({ method: 'DELETE', url: deleteUser.path, headers })).statusCode).toBe(200)
  })
})
