import { confirmSignIn } from '@refrain/contract/account/confirm-sign-in'
import { fetchKeys } from '@refrain/contract/account/keys'
import { INVALID_CREDENTIALS, login } from '@refrain/contract/account/sign-in'
import {
  CODE_NEEDED,
  CODE_WRONG,
  createRecoveryCodes,
  disableTotp,
  enableTotp,
  PASSWORD_NEEDED,
  startTotp,
} from '@refrain/contract/account/totp'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type OpenTestDatabase, onBothDatabases } from '../../testing/databases/both-databases.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const { email, password } = ADA
const STEP = 30_000

/** A clock that stands still until it is moved: each step has a code of its own. */
function stopClock(): { now: number; next(): void } {
  const clock = {
    now: Math.floor(Date.now() / STEP) * STEP,
    next() {
      clock.now += STEP
      vi.setSystemTime(clock.now)
    },
  }
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now })
  onTestFinished(() => void vi.useRealTimers())
  return clock
}

/** Ada, whose logins ask for a code. */
async function setUp(openDatabase: OpenTestDatabase, rateLimitScale = 0) {
  const clock = stopClock()
  const open = await openDatabase()
  const dataDir = temporaryFolder()
  const app = await startApp(open, { settings: { dataDir, rateLimitScale } })
  const ada = await signUp(app)
  const { secret, address } = await answerOf(app, startTotp, {}, ada)
  const code = () => new TOTP({ secret }).generate({ timestamp: clock.now })
  const { recoveryCodes } = await answerOf(app, enableTotp, { code: code() }, ada)
  const logIn = async (given?: string) => {
    const answer = await call(app, login, { email, password, ...(given !== undefined && { code: given }) })
    return answer.statusCode === 200 ? 200 : answer.json().error
  }
  return { open, app, ada, clock, secret, address, code, recoveryCodes, logIn, dataDir }
}

onBothDatabases('logins with a second step', open => {
  it('ask for a code once the password is right (startTotp, enableTotp)', async () => {
    const { app, ada, clock, code, logIn, address } = await setUp(open)
    expect(address).toMatch(/^otpauth:\/\/totp\/Refrain/)
    expect(await answerOf(app, fetchKeys, {}, ada)).toMatchObject({ hasTotp: true, recoveryCodes: 10 })
    clock.next()
    const wrong = await call(app, login, { email, password: 'a wrong password', code: code() })
    expect(wrong.json().error).toBe(INVALID_CREDENTIALS)
    expect([await logIn(), await logIn('000000'), await logIn(code())]).toEqual([
      CODE_NEEDED,
      CODE_WRONG,
      200,
    ])
  })

  it('refuse a code that was used, also for turning it on, and earlier ones', async () => {
    const { clock, code, logIn } = await setUp(open)
    const first = code()
    expect(await logIn(first)).toBe(CODE_WRONG)
    clock.next()
    const second = code()
    const both = await Promise.all([logIn(second), logIn(second)])
    expect(both.toSorted()).toEqual([200, CODE_WRONG])
    expect(await logIn(first)).toBe(CODE_WRONG)
    clock.next()
    expect(await logIn(second)).toBe(CODE_WRONG)
    expect(await logIn(` ${code().slice(0, 3)} ${code().slice(3)} `)).toBe(200)
  })

  it('accept each recovery code once, until there are others (createRecoveryCodes)', async () => {
    const { app, ada, recoveryCodes, logIn } = await setUp(open)
    const [first, second] = recoveryCodes as [string, string]
    expect([await logIn(first.toUpperCase()), await logIn(first)]).toEqual([200, CODE_WRONG])
    expect((await answerOf(app, fetchKeys, {}, ada)).recoveryCodes).toBe(9)
    const renewed = await answerOf(app, createRecoveryCodes, {}, ada)
    expect([await logIn(second), await logIn(renewed.recoveryCodes[9])]).toEqual([CODE_WRONG, 200])
  })

  it('need the password alone once it is turned off (disableTotp)', async () => {
    const { app, ada, logIn, recoveryCodes } = await setUp(open)
    await answerOf(app, disableTotp, {}, ada)
    expect(await logIn()).toBe(200)
    expect(await answerOf(app, fetchKeys, {}, ada)).toMatchObject({ hasTotp: false, recoveryCodes: 0 })
    expect((await call(app, createRecoveryCodes, {}, ada)).statusCode).toBe(409)
    expect(recoveryCodes).toHaveLength(10)
  })

  it('go on with the former secret until another one is enabled', async () => {
    const { app, ada, clock, code, logIn } = await setUp(open)
    const { secret } = await answerOf(app, startTotp, {}, ada)
    clock.next()
    expect(await logIn(code())).toBe(200)
    clock.next()
    expect((await call(app, enableTotp, { code: code() }, ada)).statusCode).toBe(403)
    const next = () => new TOTP({ secret }).generate({ timestamp: clock.now })
    await answerOf(app, enableTotp, { code: next() }, ada)
    clock.next()
    expect([await logIn(code()), await logIn(next())]).toEqual([CODE_WRONG, 200])
  })

  it('take ten wrong codes in 15 minutes for an account, from all addresses', async () => {
    const { app, clock, code } = await setUp(open, 1)
    clock.next()
    const attempt = async (n: number, given: { password: string; code: string }) => {
      const remoteAddress = `203.0.113.${n}`
      const payload = { email, ...given }
      return (await app.inject({ method: login.method, url: login.path, remoteAddress, payload })).statusCode
    }
    // Those of a stranger, who does not know the password, do not count.
    for (let n = 100; n < 112; n++) {
      expect(await attempt(n, { password: 'not the password', code: '000000' })).toBe(401)
    }
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      statuses.push(await attempt(n, { password, code: n === 10 ? code() : '000000' }))
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  })

  it('accept recovery codes only if the key of the secrets is lost', async () => {
    const { open: opened, clock, code, recoveryCodes } = await setUp(open)
    const app = await startApp(opened, { settings: { dataDir: temporaryFolder() } })
    clock.next()
    const statusOf = async (given: string) =>
      (await call(app, login, { email, password, code: given })).statusCode
    expect([await statusOf(code()), await statusOf(recoveryCodes[0] as string)]).toEqual([401, 200])
  })

  it('need a code as well to confirm a sign-in', async () => {
    const { app, ada, clock, code } = await setUp(open)
    clock.next()
    const confirm = async (given?: string) =>
      (await call(app, confirmSignIn, { password, ...(given && { code: given }) }, ada)).statusCode
    expect([await confirm(), await confirm('000000'), await confirm(code())]).toEqual([403, 403, 200])
  })
})

onBothDatabases('the secret of an authenticator app', open => {
  it('and recovery codes are in the database only so that nobody can use them', async () => {
    const { open: opened, ada, secret, recoveryCodes } = await setUp(open)
    const tables = ['totp_secrets', 'recovery_codes', 'deliveries', 'users', 'secrets'] as const
    const rows = await Promise.all(
      tables.map(async table => (await sql`select * from ${sql.table(table)}`.execute(opened.db)).rows),
    )
    const dump = JSON.stringify(rows)
    for (const each of [secret, ...recoveryCodes, ...recoveryCodes.map(code => code.replaceAll('-', ''))])
      expect(dump).not.toContain(each)
    expect(ada['auth-token']).toBeDefined()
  })

  it('is for accounts with a password', async () => {
    const opened = await open()
    const app = await startApp(opened)
    const grace = await signUp(app, GRACE)
    await opened.db.updateTable('users').set({ password_hash: null, google_sub: '1' }).execute()
    const answer = await call(app, startTotp, {}, grace)
    expect([answer.statusCode, answer.json().error]).toEqual([403, PASSWORD_NEEDED])
  })
})
