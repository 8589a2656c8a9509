import { confirmSignIn } from '@refrain/contract/account/confirm-sign-in'
import { deleteUser, fetchOwnUser } from '@refrain/contract/account/own-account'
import { login } from '@refrain/contract/account/sign-in'
import { operations } from '@refrain/contract/operations'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import type { Database } from '../../database/tables.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { ADA, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

const { email, password } = ADA
const MINUTE = 60_000

/** Moves all sign-ins into the past. */
const age = (db: Database, minutes: number) =>
  db
    .updateTable('sessions')
    .set({ created_at: Date.now() - minutes * MINUTE })
    .execute()
const leave = async (app: FastifyInstance, headers: Record<string, string>) => {
  const answer = await call(app, deleteUser, {}, headers)
  return [answer.statusCode, answer.json().error]
}
const refused = [403, 'Confirm first that it is you.']

it('sensitive changes of listeners are those of the account itself', () => {
  const sensitive = operations.filter(operation => operation.needsRecentSignIn)
  // Those of administrators: see recent-sign-in.test.ts.
  const names = sensitive.filter(({ who }) => who !== 'administrator').map(({ name }) => name)
  expect(names.toSorted()).toEqual([
    'addPasskey',
    'changeEmail',
    'createAppKey',
    'createRecoveryCodes',
    'deleteUser',
    'disableTotp',
    'enableTotp',
    'removePasskey',
    'startPasskey',
    'startTotp',
  ])
})

onBothDatabases('a sensitive change', open => {
  it('needs a sign-in within the last 15 minutes, or the password again (confirmSignIn)', async () => {
    const opened = await open()
    const app = await startApp(opened)
    const ada = await signUp(app)
    await age(opened.db, 16)
    expect(await leave(app, ada)).toEqual(refused)
    expect((await call(app, fetchOwnUser, {}, ada)).statusCode).toBe(200)
    expect((await call(app, confirmSignIn, { password: 'a wrong password' }, ada)).statusCode).toBe(403)
    expect(await leave(app, ada)).toEqual(refused)
    await answerOf(app, confirmSignIn, { password }, ada)
    expect(await leave(app, ada)).toEqual([200, undefined])
  })

  it('is possible in the confirmed session only, and for 15 minutes', async () => {
    const opened = await open()
    const app = await startApp(opened)
    const ada = await signUp(app)
    const { authtoken } = await answerOf(app, login, { email, password })
    await age(opened.db, 16)
    await answerOf(app, confirmSignIn, { password }, ada)
    expect(await leave(app, { 'auth-token': authtoken })).toEqual(refused)
    await opened.db
      .updateTable('sessions')
      .set({ confirmed_at: Date.now() - 16 * MINUTE })
      .execute()
    expect(await leave(app, ada)).toEqual(refused)
  })

  it('is not confirmed by an account without a password', async () => {
    const opened = await open()
    const app = await startApp(opened)
    const ada = await signUp(app)
    await opened.db.updateTable('users').set({ password_hash: null, google_sub: '1' }).execute()
    expect((await call(app, confirmSignIn, { password }, ada)).statusCode).toBe(403)
  })

  it('allows ten guesses in 15 minutes, with failed logins', async () => {
    const app = await startApp(await open(), { settings: { rateLimitScale: 1 } })
    const ada = await signUp(app)
    const statuses: number[] = []
    for (let n = 0; n < 9; n++)
      statuses.push((await call(app, confirmSignIn, { password: 'a wrong password' }, ada)).statusCode)
    statuses.push((await call(app, login, { email, password: 'a wrong password' })).statusCode)
    statuses.push((await call(app, confirmSignIn, { password }, ada)).statusCode)
    expect(statuses).toEqual([...Array<number>(9).fill(403), 401, 429])
  })
})
