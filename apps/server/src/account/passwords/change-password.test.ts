import { fetchOwnUser, updatePassword } from '@refrain/contract/account/own-account'
import { login } from '@refrain/contract/account/sign-in'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { hashForReal } from '../../testing/quick-hashing.ts'
import { ADA, changePassword, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

hashForReal()

const NEXT = 'difference engine'
const { email, password } = ADA
const both = { currentPassword: password, newPassword: NEXT }

const logIn = async (app: FastifyInstance) => ({
  'auth-token': (await answerOf(app, login, { email, password })).authtoken,
})
const statusOf = async (app: FastifyInstance, headers: Record<string, string>) =>
  (await call(app, fetchOwnUser, {}, headers)).statusCode

onBothDatabases('passwords', open => {
  it('can be changed, which ends all other sessions of the listener and gives this one another token (API-10, READ-24, PROP-31)', async () => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    const elsewhere = await logIn(app)
    const grace = await signUp(app, GRACE)
    const changed = await call(app, updatePassword, both, ada)
    const { authtoken, ...rest } = changed.json()
    expect(rest).toEqual({ success: true })
    expect(changed.headers['set-cookie']).toContain(`token=${authtoken};`)
    // Somebody else may know the former token.
    expect(authtoken).not.toBe(ada['auth-token'])
    expect(await statusOf(app, ada)).toBe(401)
    expect(await statusOf(app, { 'auth-token': authtoken })).toBe(200)
    expect(await statusOf(app, elsewhere)).toBe(401)
    expect(await statusOf(app, grace)).toBe(200)
    expect((await call(app, login, { email, password })).statusCode).toBe(401)
    expect((await call(app, login, { email, password: NEXT })).statusCode).toBe(200)
  })

  it.each([
    ['a wrong one', { currentPassword: 'steam engine!', newPassword: NEXT }],
    ['none', { newPassword: NEXT }],
    ['an over-long one', { currentPassword: 'x'.repeat(5_000), newPassword: NEXT }],
  ])('stays with %s as the current one; nobody is signed out (API-10, PROP-32)', async (_what, given) => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    const answer = await call(app, updatePassword, given, ada)
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'The current password is wrong.'])
    expect(await statusOf(app, ada)).toBe(200)
    expect((await call(app, login, { email, password })).statusCode).toBe(200)
  })

  it.each([
    ['1234567', 'String must contain at least 8 character(s)'],
    ['x'.repeat(129), 'String must contain at most 128 character(s)'],
    ['password1', 'This password is one of the most common ones: choose another.'],
  ])('is never %s (API-10, VAL-07, READ-25)', async (newPassword, error) => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    const answer = await call(app, updatePassword, { currentPassword: password, newPassword }, ada)
    expect([answer.statusCode, answer.json().error]).toEqual([400, error])
  })

  it('can be changed by only one of two concurrent requests (API-10)', async () => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    const given = [NEXT, 'another engine'].map(newPassword => ({ currentPassword: password, newPassword }))
    const answers = await Promise.all(given.map(each => call(app, updatePassword, each, ada)))
    expect(answers.map(answer => answer.statusCode).toSorted()).toEqual([200, 403])
    const won = answers[0]?.statusCode === 200 ? NEXT : 'another engine'
    expect((await call(app, login, { email, password: won })).statusCode).toBe(200)
  })

  it('allow five attempts in 15 minutes (API-10)', async () => {
    const app = await startApp(await open(), { settings: { rateLimitScale: 1 } })
    const ada = await signUp(app)
    const wrong = { currentPassword: 'steam engine!', newPassword: NEXT }
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await call(app, updatePassword, wrong, ada)).statusCode)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  it('can be set without a current one after a recent sign-in (ACC-14, VAL-08, ROLE-11)', async () => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest })
    const ada = await signUp(app)
    await db.updateTable('users').set({ password_hash: null, google_sub: 'ada' }).execute()
    expect((await answerOf(app, fetchOwnUser, {}, ada)).isGoogleUser).toBe(true)
    const before = Date.now() - 16 * 60_000
    await db.updateTable('sessions').set({ created_at: before }).execute()
    const late = await call(app, updatePassword, { newPassword: NEXT }, ada)
    expect([late.statusCode, late.json().error]).toEqual([
      403,
      expect.stringContaining('Confirm first that it is you.'),
    ])
    await db.updateTable('sessions').set({ created_at: Date.now() }).execute()
    const next = await changePassword(app, { newPassword: NEXT }, ada)
    // From now on there is a current one to ask for.
    expect((await answerOf(app, fetchOwnUser, {}, next)).isGoogleUser).toBe(false)
    expect((await call(app, updatePassword, { newPassword: password }, next)).statusCode).toBe(403)
  })
})
