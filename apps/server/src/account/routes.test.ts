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

onBothDatabases('an account', open => {
  it('is made, signed in to and asked for (API-04, API-05, API-07, ENT-01, ENT-02, ENT-14)', async () => {
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

  it('is kept across restarts, with nothing that signs anybody in (API-72, PROP-11, PROP-14)', async () => {
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

  it('gives its token as a cookie that no script and no other site can use (AUTH-08, STO-22, READ-09)', async () => {
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

  it('is the same however its address is written, and keeps it as it was typed (ENT-01)', async () => {
    const app = await startApp(await open())
    const made = await signUp(app, { ...ADA, email: 'Ada@Example.org' })
    expect((await answerOf(app, fetchOwnUser, {}, made)).email).toBe('Ada@Example.org')
    expect((await call(app, createUser, ADA)).statusCode).toBe(400)
    expect((await logIn(app, { email: 'ADA@example.ORG', password }))['auth-token']).toMatch(TOKEN)
  })

  it('is made once by a double submit, and never entered by the second (API-05, PROP-11)', async () => {
    const database = await open()
    const app = await startApp(database)
    const answers = await Promise.all([1, 2, 3].map(() => call(app, createUser, ADA)))
    expect(answers.map(answer => answer.statusCode).toSorted()).toEqual([200, 400, 400])
    expect([await countOf(database.db, 'users'), await countOf(database.db, 'sessions')]).toEqual([1, 1])
    const refused = answers.find(answer => answer.statusCode === 400)
    expect(refused?.headers['set-cookie']).toBeUndefined()
  })

  it('gets a new session at each log-in, whatever token came along', async () => {
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

  it('is not reached by the cookie alone (API-01)', async () => {
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

  it('is deleted with all that belongs to it, and no other (API-08, PROP-53)', async () => {
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

  it('is deleted once by many at once; the others find nobody (API-08)', async () => {
    const app = await startApp(await open())
    const made = await signUp(app)
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(app, deleteUser, {}, made)))
    expect(answers.map(answer => answer.statusCode).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('is tried to be deleted three times an hour at most (API-08)', async () => {
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

  it('is named by the session only: a body names nobody (API-08)', async () => {
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

  it('takes an empty JSON body (API-07, API-08)', async () => {
    const app = await startApp(await open())
    const headers = { ...(await signUp(app)), 'content-type': 'application/json' }
    expect((await app.inject({ method: 'POST', url: fetchOwnUser.path, headers })).statusCode).toBe(200)
    expect((await app.inject({ method: 'DELETE', url: deleteUser.path, headers })).statusCode).toBe(200)
  })
})
