import { argon2 } from 'node:crypto'
import { createUser, INVALID_CREDENTIALS, INVALID_EMAIL, login } from '@refrain/contract/account/sign-in'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { hashForReal } from '../../testing/quick-hashing.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import type { Signup } from '../sign-up/sign-up.ts'
import { isKnownAddress } from './sign-in.ts'

vi.mock('node:crypto', async original => {
  const real = await original<typeof import('node:crypto')>()
  return { ...real, argon2: vi.fn(real.argon2) }
})
const hashing = vi.mocked(argon2)
hashForReal()
beforeEach(() => void hashing.mockClear())

const { email, password } = ADA

onBothDatabases('signing in', open => {
  it('rejects all wrong credentials with the same text, status and work (API-04, READ-22)', async () => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest })
    await signUp(app)
    await signUp(app, GRACE)
    await db
      .updateTable('users')
      .set({ password_hash: null, google_sub: '1' })
      .where('folded_email', '=', GRACE.email)
      .execute()
    const wrong = [
      { email, password: 'analytical engin' },
      { email, password: 'a' },
      { email: 'nobody@example.org', password },
      { email: 'not an address', password },
      { email: '%', password },
      { email: GRACE.email, password: GRACE.password },
    ]
    for (const given of wrong) {
      hashing.mockClear()
      const answer = await call(app, login, given)
      const { requestId: _, ...body } = answer.json()
      expect([answer.statusCode, body]).toEqual([401, { error: INVALID_CREDENTIALS }])
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(hashing).toHaveBeenCalledTimes(1)
    }
  })

  it.each([
    ['no password', { email, password: '' }],
    ['an over-long password', { email, password: 'a'.repeat(129) }],
    ['an over-long address', { email: `${'a'.repeat(250)}@b.cd`, password }],
    ['a field too many', { email, password, userId: 'x' }],
  ])('refuses %s before anything is computed (API-04, PROP-13)', async (_what, given) => {
    const app = await startApp(await open())
    expect((await call(app, login, given)).statusCode).toBe(400)
    expect(hashing).not.toHaveBeenCalled()
  })

  it('rehashes the password once if the parameters have changed', async () => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest })
    await signUp(app)
    const readHash = async () =>
      (await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()).password_hash
    const real = await vi.importActual<typeof import('node:crypto')>('node:crypto')
    const nonce = Buffer.alloc(16)
    const cheap = { message: password, nonce, parallelism: 1, tagLength: 32, memory: 64, passes: 1 }
    const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const tag = real.argon2Sync('argon2id', cheap)
    const outdated = `$argon2id$v=19$m=64,t=1,p=1$${bare(nonce)}$${bare(tag)}`
    await db.updateTable('users').set({ password_hash: outdated }).execute()
    await answerOf(app, login, { email, password })
    const hash = await readHash()
    expect(hash).toMatch(/m=19456,t=2,p=1/)
    await answerOf(app, login, { email, password })
    expect(await readHash()).toBe(hash)
  })

  it('gives no session if the password was changed or the account deleted meanwhile', async () => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest })
    await signUp(app)
    const real = await vi.importActual<typeof import('node:crypto')>('node:crypto')
    const meanwhile = (change: () => Promise<unknown>) =>
      hashing.mockImplementationOnce((algorithm, parameters, done) => {
        change().then(() => real.argon2(algorithm, parameters, done))
      })
    meanwhile(() => db.updateTable('users').set({ password_hash: 'another' }).execute())
    expect((await call(app, login, { email, password })).statusCode).toBe(401)
    await db.deleteFrom('users').execute()
    await signUp(app)
    meanwhile(() => db.deleteFrom('users').execute())
    expect((await call(app, login, { email, password })).statusCode).toBe(401)
  })

  it('answers 429 with Retry-After after too many failures, also for unknown accounts', async () => {
    const app = await startApp(await open(), { settings: { rateLimitScale: 0.2 } })
    await signUp(app)
    for (const one of [email, 'nobody@example.org']) {
      for (const status of [401, 401, 429]) {
        const answer = await call(app, login, { email: one, password: 'wrong' })
        expect(answer.statusCode).toBe(status)
        if (status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800)
      }
    }
    expect(hashing).toHaveBeenCalledTimes(1 + 4)
    expect((await call(app, login, { email: email.toUpperCase(), password })).statusCode).toBe(429)
  })

  it('remembers the addresses of an account for 30 days', async () => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest })
    await signUp(app)
    expect(await isKnownAddress(db, email, '127.0.0.1')).toBe(true)
    expect(await isKnownAddress(db, email, '192.0.2.1')).toBe(false)
    expect(await isKnownAddress(db, GRACE.email, '127.0.0.1')).toBe(false)
    await db
      .updateTable('sign_in_addresses')
      .set({ last_at: Date.now() - 30 * 86_400_000 })
      .execute()
    expect(await isKnownAddress(db, email, '127.0.0.1')).toBe(false)
    await answerOf(app, login, { email, password })
    expect(await isKnownAddress(db, email, '127.0.0.1')).toBe(true)
  })
})

onBothDatabases('signing up', open => {
  it.each([
    ['a name of two letters (VAL-03)', { name: ' ab ' }],
    ['a name of spaces (VAL-03)', { name: '  \u3000  ' }],
    ['an over-long name', { name: 'a'.repeat(61) }],
    ['a name that nobody sees', { name: '\u200b\u200b\u200b' }],
    ['a name of joiners', { name: '\u200d\u200c\u200d' }],
    ['a name of letters that are not seen', { name: '\u3164\u115f\u2800' }],
    ['a name that turns what is beside it', { name: 'Ada\u202eecalevoL' }],
    ['a name with something not seen in it', { name: 'Ada\u200bLovelace' }],
    ['a name of dots', { name: '.-_!' }],
    ['a name of marks', { name: '\u0301\u0316\u0301' }],
    ['a name with endless marks', { name: `Ada${'\u0301\u0316'.repeat(5000)}` }],
    ['no name', { name: undefined }],
    ['a number for a name', { name: 12345 }],
    ['no password', { password: undefined }],
    ['null for an address', { email: null }],
    ['a field too many', { isGoogleUser: true }],
    ['an address that is none (VAL-04)', { email: 'ada@example' }],
    ['an over-long address (VAL-04)', { email: `${'a'.repeat(250)}@b.cd` }],
    ['a short password (VAL-05)', { password: 'engine!' }],
    ['an over-long password (VAL-05)', { password: 'a'.repeat(129) }],
  ])('refuses %s with one text (API-05, READ-23, PROP-11)', async (_what, change) => {
    const app = await startApp(await open())
    const answer = await call(app, createUser, { ...ADA, ...change } as Signup)
    const { requestId: _, ...body } = answer.json()
    expect([answer.statusCode, body]).toEqual([400, { error: INVALID_EMAIL, errors: [INVALID_EMAIL] }])
    expect(hashing).not.toHaveBeenCalled()
  })

  it('rejects an email address that has an account with the same text and work (API-05, READ-23)', async () => {
    const app = await startApp(await open())
    await signUp(app)
    hashing.mockClear()
    const answer = await call(app, createUser, ADA)
    const { requestId: _, ...body } = answer.json()
    expect([answer.statusCode, body]).toEqual([400, { error: INVALID_EMAIL, errors: [INVALID_EMAIL] }])
    expect(hashing).toHaveBeenCalledTimes(1)
  })

  it.each(['password1', 'PassWord', 'trustno1', '13101988'])(
    'refuses the common password %j, whether or not the address has an account (API-05)',
    async common => {
      const app = await startApp(await open())
      await signUp(app)
      for (const one of [email, GRACE.email]) {
        const answer = await call(app, createUser, { ...GRACE, email: one, password: common })
        expect(answer.statusCode).toBe(400)
        expect(answer.json()).toEqual({
          error: expect.stringMatching(/common/),
          requestId: expect.any(String),
        })
      }
    },
  )

  it('accepts the limits themselves, and stores a normalized name (API-05)', async () => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest })
    await signUp(app, { name: '  Bjo\u0308rk   G ', email: 'b@c.de', password: 'vespert!' })
    await signUp(app, { name: '張'.repeat(60), email: 'c@d.ef', password: 'å'.repeat(128) })
    await signUp(app, { name: 'می\u200cرا', email: 'd@e.fg', password: 'vespert!' })
    await signUp(app, { name: '👩\u200d🎤!!', email: 'e@f.gh', password: 'vespert!' })
    const rows = await db.selectFrom('users').select('name').orderBy('created_at').execute()
    expect(rows.map(row => row.name)).toEqual(['Björk G', '張'.repeat(60), 'می\u200cرا', '👩\u200d🎤!!'])
    await answerOf(app, login, { email: 'c@d.ef', password: 'å'.repeat(128) })
  })

  it.each(['only letters', '1815 1212', '🎵🎵🎵🎵🎵🎵🎵🎵', ' Bjo\u0308rk, as it was typed '])(
    'accepts the password %j, and no other way to write it but the same in Unicode',
    async password => {
      const app = await startApp(await open())
      await signUp(app, { ...ADA, password })
      const statusOf = async (typed: string) =>
        (await call(app, login, { email, password: typed })).statusCode
      expect(await statusOf(password.normalize('NFC'))).toBe(200)
      expect(await statusOf(password.normalize('NFD'))).toBe(200)
      const others = [`${password} `, password.slice(0, -1), password.toUpperCase(), password.trim()]
      for (const other of others.filter(each => each !== password)) expect(await statusOf(other)).toBe(401)
    },
  )

  it('allows 5 an hour from an address, not counting invalid ones', async () => {
    const app = await startApp(await open(), { settings: { rateLimitScale: 0.4 } })
    for (let n = 0; n < 5; n++)
      expect((await call(app, createUser, { ...ADA, name: '' })).statusCode).toBe(400)
    expect((await call(app, createUser, ADA)).statusCode).toBe(200)
    expect((await call(app, createUser, ADA)).statusCode).toBe(400)
    const refused = await call(app, createUser, GRACE)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
  })

  it('does not count a sign-up that failed on the server', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest }, { settings: { rateLimitScale: 0.2 } })
    await db.schema.alterTable('users').renameTo('away').execute()
    for (let n = 0; n < 3; n++) expect((await call(app, createUser, ADA)).statusCode).toBe(500)
    await db.schema.alterTable('away').renameTo('users').execute()
    expect((await call(app, createUser, ADA)).statusCode).toBe(200)
    expect((await call(app, createUser, GRACE)).statusCode).toBe(429)
  })

  it('creates no account after answering that it took too long', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest }, { settings: { rateLimitScale: 0.2 } })
    const real = await vi.importActual<typeof import('node:crypto')>('node:crypto')
    const hashed = new Promise<() => void>(resolve => {
      hashing.mockImplementationOnce((algorithm, parameters, done) => {
        resolve(() => done(null, real.argon2Sync(algorithm, parameters)))
      })
    })
    const answer = call(app, createUser, ADA)
    const goOn = await hashed
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.advanceTimersByTime(86_400_000)
    expect((await answer).statusCode).toBe(503)
    goOn()
    // The next of the same address would be refused, had the first one been made or been counted.
    expect((await call(app, createUser, ADA)).statusCode).toBe(200)
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  })
})
