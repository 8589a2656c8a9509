import { createAppKey } from '@refrain/contract/account/app-keys'
import {
  changeEmail,
  requestPasswordReset,
  resetPassword,
  sendVerification,
  verifyEmail,
} from '@refrain/contract/account/email'
import { fetchKeys } from '@refrain/contract/account/keys'
import { fetchOwnUser, updatePassword } from '@refrain/contract/account/own-account'
import { removePasskey } from '@refrain/contract/account/passkeys'
import { login } from '@refrain/contract/account/sign-in'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { markAddressVerified } from '../../account/email/address-store.ts'
import { hashToken } from '../../account/sessions/token.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { readLiveSettings } from '../../live-settings/live-settings.ts'
import { type OpenTestDatabase, onBothDatabases } from '../../testing/databases/both-databases.ts'
import { addOwnPasskey, GuestBrowser } from '../../testing/passkeys.ts'
import { type ReceivedEmail, startMailServer } from '../../testing/servers/mail-server.ts'
import { ADA, changePassword, GRACE, signUp } from '../../testing/sign-up.ts'
import { SoftAuthenticator } from '../../testing/soft-authenticator.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { sendDue } from '../outbox/send-due.ts'
import { createEmailChannel } from './email-channels.ts'
import { MAX_RESET_EMAILS_PER_DAY } from './mailbox-store.ts'
import { SignedLinks } from './signed-links.ts'
import { openSmtpTransport } from './smtp-transport.ts'

const ORIGIN = 'https://music.example.org'
const MINUTE = 60_000
const NEW_ADDRESS = 'countess@example.org'
const { email, password } = ADA
const NEW_PASSWORD = 'difference engine'

/** The service with a real mail server, and Ada, whose address is not verified. */
async function setUp(openDatabase: OpenTestDatabase, rateLimitScale = 0) {
  const open = await openDatabase()
  const { db } = open
  const server = await startMailServer()
  const app = await startApp(open, { settings: { smtpUrl: server.url, rateLimitScale } })
  const transport = openSmtpTransport(server.url, 'Refrain <music@example.org>')
  const readSettings = () => readLiveSettings(db, {})
  const parts = { db, links: new SignedLinks(db), origin: ORIGIN, readSettings }
  const channel = createEmailChannel(parts, transport)
  /** Sends what is due. @returns the emails that arrived since the last call */
  async function send(): Promise<ReceivedEmail[]> {
    const before = server.mails.length
    while ((await sendDue(db, channel, Date.now())) > 0);
    return server.mails.slice(before)
  }
  const ada = await signUp(app)
  const { _id: userId } = await answerOf(app, fetchOwnUser, {}, ada)
  const verified = async () => (await answerOf(app, fetchKeys, {}, ada)).isEmailVerified
  const logIn = async (address: string, secret: string) =>
    (await call(app, login, { email: address, password: secret })).statusCode
  return { db, app, send, ada, userId, verified, logIn }
}

/** The token of the link in an email. */
function tokenIn(mail: ReceivedEmail | undefined, screen: string): string {
  const [, token] = mail?.text?.match(new RegExp(`${ORIGIN}${screen}#token=([\\w-]{43})\\b`)) ?? []
  if (!token) throw new Error('The email has no such link.')
  return token
}

/** Everything in the database as text. */
async function dump(db: Database): Promise<string> {
  const tables = ['users', 'sessions', 'email_links', 'deliveries', 'secrets', 'mailboxes'] as const
  const rows = await Promise.all(
    tables.map(async table => (await sql`select * from ${sql.table(table)}`.execute(db)).rows),
  )
  return JSON.stringify(rows)
}

onBothDatabases('a forgotten password', open => {
  it('is replaced once by a link of 30 minutes, which ends all sessions and app keys (requestPasswordReset, resetPassword)', async () => {
    const { db, app, send, ada, logIn } = await setUp(open)
    await answerOf(app, createAppKey, { name: 'A thief', kind: 'apiKey', scope: 'edit' }, ada)
    await send()
    expect(await answerOf(app, requestPasswordReset, { email: email.toUpperCase() })).toEqual({
      success: true,
    })
    const [mail, ...others] = await send()
    expect(others).toEqual([])
    expect(mail?.recipients).toEqual([email])
    const token = tokenIn(mail, '/reset-password')
    expect(await dump(db)).not.toContain(token)
    expect((await call(app, resetPassword, { token, newPassword: 'short' })).statusCode).toBe(400)
    expect((await call(app, resetPassword, { token, newPassword: 'password1' })).statusCode).toBe(400)
    const answers = await Promise.all(
      [1, 2].map(() => call(app, resetPassword, { token, newPassword: NEW_PASSWORD })),
    )
    expect(answers.map(answer => answer.statusCode).toSorted()).toEqual([200, 403])
    expect((await call(app, fetchOwnUser, {}, ada)).statusCode).toBe(401)
    expect([await logIn(email, password), await logIn(email, NEW_PASSWORD)]).toEqual([401, 200])
    expect(await db.selectFrom('app_keys').select('id').execute()).toEqual([])
    expect((await send()).map(({ subject }) => subject)).toEqual(['Your password was changed'])
    const { authtoken } = await answerOf(app, login, { email, password: NEW_PASSWORD })
    expect(await answerOf(app, fetchKeys, {}, { 'auth-token': authtoken })).toMatchObject({
      isEmailVerified: true,
    })
  })

  it('is not replaced by a link that is too old, or by the hash that is stored', async () => {
    const { app, send } = await setUp(open)
    await answerOf(app, requestPasswordReset, { email })
    const token = tokenIn((await send()).at(-1), '/reset-password')
    const attempt = async (given: string) =>
      (await call(app, resetPassword, { token: given, newPassword: NEW_PASSWORD })).statusCode
    expect(await attempt(hashToken(token))).toBe(403)
    expect(await attempt('')).toBe(403)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * MINUTE })
    onTestFinished(() => void vi.useRealTimers())
    expect(await attempt(token)).toBe(403)
  })

  it('is answered and stored in the same way for an address without an account, to which nothing is sent', async () => {
    const { db, app, send } = await setUp(open)
    await send()
    const answers = [
      await call(app, requestPasswordReset, { email: 'nobody@example.org' }),
      await call(app, requestPasswordReset, { email }),
    ]
    const [unknown, known] = answers.map(({ statusCode, body }) => ({ statusCode, body }))
    expect(unknown).toEqual(known)
    const waiting = await db.selectFrom('deliveries').select('kind').where('sent_at', 'is', null).execute()
    expect(waiting).toEqual([{ kind: 'reset-password' }, { kind: 'reset-password' }])
    expect((await send()).map(mail => mail.recipients)).toEqual([[email]])
  })

  it('causes one email in five minutes for an address, however often it is asked for', async () => {
    const { app, send } = await setUp(open)
    await send()
    const start = Math.ceil(Date.now() / MINUTE) * MINUTE
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    onTestFinished(() => void vi.useRealTimers())
    for (const given of [email, email.toUpperCase(), email])
      await answerOf(app, requestPasswordReset, { email: given })
    expect(await send()).toHaveLength(1)
    vi.setSystemTime(start + 4 * MINUTE)
    await answerOf(app, requestPasswordReset, { email })
    expect(await send()).toEqual([])
    vi.setSystemTime(start + 5 * MINUTE)
    await answerOf(app, requestPasswordReset, { email })
    expect(await send()).toHaveLength(1)
  })

  it('is asked for four times a day from one address for an account, if there is one or not', async () => {
    const { app } = await setUp(open, 1)
    for (const given of [email, 'nobody@example.org']) {
      const statuses: number[] = []
      for (let n = 0; n < 5; n++) {
        const answer = await call(app, requestPasswordReset, { email: n % 2 ? given.toUpperCase() : given })
        statuses.push(answer.statusCode)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 429])
    }
  })

  it('gives an account without a password its first, and removes its passkeys', async () => {
    const { db, app, send, logIn } = await setUp(open)
    const [browser, phone] = [new GuestBrowser(app), new SoftAuthenticator()]
    await browser.signUp(phone, GRACE)
    await send()
    await answerOf(app, requestPasswordReset, { email: GRACE.email })
    const token = tokenIn((await send()).at(-1), '/reset-password')
    await answerOf(app, resetPassword, { token, newPassword: NEW_PASSWORD })
    expect(await logIn(GRACE.email, NEW_PASSWORD)).toBe(200)
    expect((await browser.signIn(phone)).statusCode).toBe(401)
    expect(await db.selectFrom('passkeys').select('id').execute()).toEqual([])
  })

  it('leaves room for other emails, however often strangers ask for a link', async () => {
    const { db, app, send, ada, userId } = await setUp(open)
    await write(db, tx => markAddressVerified(tx, userId, 1))
    await send()
    const start = Math.ceil(Date.now() / MINUTE) * MINUTE
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    onTestFinished(() => void vi.useRealTimers())
    const subjects: string[] = []
    for (let n = 0; n <= MAX_RESET_EMAILS_PER_DAY; n++) {
      vi.setSystemTime(start + n * 5 * MINUTE)
      await answerOf(app, requestPasswordReset, { email })
      subjects.push(...(await send()).map(mail => String(mail.subject)))
    }
    expect(subjects).toEqual(Array(MAX_RESET_EMAILS_PER_DAY).fill(subjects[0]))
    await answerOf(app, updatePassword, { currentPassword: password, newPassword: NEW_PASSWORD }, ada)
    expect((await send()).map(mail => mail.subject)).toEqual(['Your password was changed'])
  })

  it('has one email a day that strangers cannot use up: it is for networks from which the listener signed in', async () => {
    const { app, send } = await setUp(open)
    await send()
    let time = Math.ceil(Date.now() / MINUTE) * MINUTE
    vi.useFakeTimers({ toFake: ['Date'], now: time })
    onTestFinished(() => void vi.useRealTimers())
    /** @returns how many emails that causes */
    async function ask(remoteAddress: string): Promise<number> {
      time += 5 * MINUTE
      vi.setSystemTime(time)
      const { path: url } = requestPasswordReset
      const answer = await app.inject({ method: 'POST', url, payload: { email }, remoteAddress })
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
      return (await send()).length
    }
    for (let n = 1; n < MAX_RESET_EMAILS_PER_DAY; n++) expect(await ask(`198.51.${n}.7`)).toBe(1)
    expect(await ask('198.51.100.7')).toBe(0)
    // Ada signed up from 127.0.0.1.
    expect(await ask('127.0.0.9')).toBe(1)
    expect(await ask('127.0.0.1')).toBe(0)
    time += 91 * 24 * 60 * MINUTE
    for (let n = 1; n < MAX_RESET_EMAILS_PER_DAY; n++) expect(await ask(`198.51.${n}.7`)).toBe(1)
    expect(await ask('127.0.0.1')).toBe(0)
  })

  it('is sent to the listener even if a stranger asks in the same minute, who has used up theirs', async () => {
    const { db, app, send } = await setUp(open)
    await send()
    const recent = { since: Date.now(), sent: MAX_RESET_EMAILS_PER_DAY - 1, stopped_at: null }
    const mailbox = `reset-password:${await new SignedLinks(db).hashMailbox(email)}`
    await db
      .insertInto('mailboxes')
      .values({ mailbox, ...recent })
      .execute()
    const { path: url } = requestPasswordReset
    await app.inject({ method: 'POST', url, payload: { email }, remoteAddress: '198.51.100.7' })
    await app.inject({ method: 'POST', url, payload: { email } })
    expect((await send()).map(mail => mail.recipients)).toEqual([[email]])
  })

  it('is asked for four times a day from one network for an account, whatever its addresses', async () => {
    const { app } = await setUp(open, 1)
    const statuses: number[] = []
    for (let n = 1; n <= 5; n++) {
      const { path: url } = requestPasswordReset
      const from = { method: 'POST', url, payload: { email }, remoteAddress: `198.51.100.${n}` } as const
      statuses.push((await app.inject(from)).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })

  it('is asked for ten times an hour from one address', async () => {
    const { app } = await setUp(open, 1)
    const statuses: number[] = []
    for (let n = 0; n < 11; n++)
      statuses.push((await call(app, requestPasswordReset, { email: `${n}@example.org` })).statusCode)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })

  it('is not sent to a disabled account', async () => {
    const { db, app, send } = await setUp(open)
    await send()
    await db.updateTable('users').set({ disabled_at: 1 }).execute()
    await answerOf(app, requestPasswordReset, { email })
    expect(await send()).toEqual([])
  })

  it('has no link any more once the listener changes it', async () => {
    const { app, send, ada } = await setUp(open)
    await answerOf(app, requestPasswordReset, { email })
    const token = tokenIn((await send()).at(-1), '/reset-password')
    await answerOf(app, updatePassword, { currentPassword: password, newPassword: NEW_PASSWORD }, ada)
    expect((await call(app, resetPassword, { token, newPassword: 'jacquard loom' })).statusCode).toBe(403)
  })
})

onBothDatabases('an email address', open => {
  it('is verified by the welcome email, or by another that the listener asks for (verifyEmail, sendVerification)', async () => {
    const { db, app, send, ada, verified } = await setUp(open)
    const [welcome] = await send()
    const first = tokenIn(welcome, '/verify-email')
    await answerOf(app, sendVerification, {}, ada)
    const second = tokenIn((await send())[0], '/verify-email')
    expect(await dump(db)).not.toContain(first)
    expect(await verified()).toBe(false)
    await answerOf(app, verifyEmail, { token: second })
    expect(await verified()).toBe(true)
    for (const token of [first, second, 'x'.repeat(43)])
      expect((await call(app, verifyEmail, { token })).statusCode).toBe(403)
    await answerOf(app, sendVerification, {}, ada)
    expect(await send()).toEqual([])
  })

  it('gets nothing but the verification and new passwords until it is verified', async () => {
    const { app, db, send, ada, userId } = await setUp(open)
    await send()
    const change = { currentPassword: password, newPassword: NEW_PASSWORD }
    const next = await changePassword(app, change, ada)
    expect(await send()).toEqual([])
    await write(db, tx => markAddressVerified(tx, userId, 1))
    await changePassword(app, { ...change, currentPassword: NEW_PASSWORD }, next)
    expect(await send()).toHaveLength(1)
  })

  it('changes once the new one is verified, and the former one is told (changeEmail)', async () => {
    const { app, db, send, ada, userId, verified, logIn } = await setUp(open)
    await send()
    await write(db, tx => markAddressVerified(tx, userId, 1))
    expect((await call(app, changeEmail, { email: 'no address' }, ada)).statusCode).toBe(400)
    await answerOf(app, changeEmail, { email: NEW_ADDRESS }, ada)
    const [mail] = await send()
    expect(mail?.recipients).toEqual([NEW_ADDRESS])
    expect(mail?.text).not.toContain('/mail-settings?user=')
    expect((await answerOf(app, fetchOwnUser, {}, ada)).email).toBe(email)
    await answerOf(app, verifyEmail, { token: tokenIn(mail, '/verify-email') })
    expect((await answerOf(app, fetchOwnUser, {}, ada)).email).toBe(NEW_ADDRESS)
    expect(await verified()).toBe(true)
    expect([await logIn(email, password), await logIn(NEW_ADDRESS, password)]).toEqual([401, 200])
    const [told] = await send()
    expect(told).toMatchObject({ subject: 'Your email address was changed', recipients: [email] })
  })

  it('never becomes that of another account, and does not tell whether there is one', async () => {
    const { app, send, ada } = await setUp(open)
    await signUp(app, GRACE)
    await send()
    await answerOf(app, changeEmail, { email: GRACE.email }, ada)
    expect(await send()).toEqual([])
    await answerOf(app, changeEmail, { email: NEW_ADDRESS }, ada)
    const token = tokenIn((await send())[0], '/verify-email')
    await signUp(app, { ...GRACE, email: NEW_ADDRESS })
    const answer = await call(app, verifyEmail, { token })
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'This email address cannot be used.'])
  })
})

onBothDatabases('changes of passkeys', open => {
  it('are told by email', async () => {
    const { db, app, send, ada, userId } = await setUp(open)
    await write(db, tx => markAddressVerified(tx, userId, 1))
    await send()
    const { id } = await addOwnPasskey(app, new SoftAuthenticator(), ada)
    const [added] = await send()
    expect(added?.subject).toBe('A passkey was added to your account')
    expect(added?.text).toMatch(/the passkey “lightMyRequest” logs in to your account/)
    await answerOf(app, removePasskey, { id }, ada)
    expect((await send()).map(mail => mail.subject)).toEqual(['A passkey was removed from your account'])
  })
})

onBothDatabases('without a mail server', open => {
  it('nothing is sent, and the error says whom to ask', async () => {
    const app = await startApp(await open())
    const answer = await call(app, requestPasswordReset, { email })
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      'This service sends no email: ask whoever runs it.',
    ])
  })
})
