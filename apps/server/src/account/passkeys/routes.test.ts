import { fetchKeys } from '@refrain/contract/account/keys'
import { deleteUser, fetchOwnUser, updatePassword } from '@refrain/contract/account/own-account'
import {
  addPasskey,
  confirmWithPasskey,
  fetchPasskeys,
  LAST_WAY_TO_SIGN_IN,
  PASSKEY_EXPIRED,
  PASSKEY_INVALID,
  PASSKEY_UNKNOWN,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
  startPasskeySignUp,
} from '@refrain/contract/account/passkeys'
import { RECENT_SIGN_IN_NEEDED } from '@refrain/contract/account/session'
import {
  ACCOUNT_DISABLED,
  INVALID_EMAIL,
  INVITATION_NEEDED,
  login,
  SIGN_UP_CLOSED,
} from '@refrain/contract/account/sign-in'
import { countLimits, minuteLimits } from '@refrain/contract/limits'
import { expect, it, onTestFinished, vi } from 'vitest'
import { UnauthorizedError } from '../../http/errors/request-errors.ts'
import { accountEmails } from '../../notifications/account-emails.ts'
import { type OpenTestDatabase, onBothDatabases } from '../../testing/databases/both-databases.ts'
import { addOwnPasskey, GuestBrowser } from '../../testing/passkeys.ts'
import { ADA, changePassword, GRACE, signUp } from '../../testing/sign-up.ts'
import { SoftAuthenticator } from '../../testing/soft-authenticator.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { storePasskey } from './own-passkeys.ts'

const { email, password } = ADA
const MINUTE_MS = 60_000

/** A service, and Ada's phone. */
async function start(openDatabase: OpenTestDatabase, settings: Parameters<typeof startApp>[1] = {}) {
  const open = await openDatabase()
  const app = await startApp(open, settings)
  return { open, app, browser: new GuestBrowser(app), phone: new SoftAuthenticator() }
}

/** Ada, who has an account with a passkey and nothing else. */
async function startWithAda(openDatabase: OpenTestDatabase) {
  const started = await start(openDatabase)
  const { authtoken } = (await started.browser.signUp(started.phone, ADA)).json()
  return { ...started, ada: { 'auth-token': authtoken as string } }
}

function moveClock(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS })
  onTestFinished(() => void vi.useRealTimers())
}

onBothDatabases('accounts with a passkey', open => {
  it('are created and signed in to without a password (startPasskeySignUp, signUpWithPasskey)', async () => {
    const { app, browser, phone } = await start(open)
    const signedUp = await browser.signUp(phone, ADA)
    expect(signedUp.statusCode).toBe(200)
    const signedIn = await browser.signIn(phone)
    expect(String(signedIn.headers['set-cookie'])).toContain(`token=${signedIn.json().authtoken}`)
    const ada = { 'auth-token': signedIn.json().authtoken }
    expect(await answerOf(app, fetchOwnUser, {}, ada)).toMatchObject({ name: ADA.name, email })
    const keys = { hasPassword: false, hasTotp: false, passkeys: 1, isEmailVerified: false }
    expect(await answerOf(app, fetchKeys, {}, ada)).toMatchObject(keys)
    expect((await call(app, login, { email, password })).statusCode).toBe(401)
  })

  it('get a password later', async () => {
    const { app, ada } = await startWithAda(open)
    expect((await call(app, updatePassword, { newPassword: password }, ada)).statusCode).toBe(200)
    expect((await call(app, login, { email, password })).statusCode).toBe(200)
  })

  it('are refused an address that has an account, and bad names and addresses', async () => {
    const { app, browser, phone } = await startWithAda(open)
    const again = await browser.signUp(phone, { ...ADA, email: email.toUpperCase() })
    expect([again.statusCode, again.json().error]).toEqual([400, INVALID_EMAIL])
    for (const wrong of [{ name: 'A' }, { name: '\u200b\u200b\u200b\u200b' }, { email: 'nowhere' }]) {
      const answer = await call(app, startPasskeySignUp, {
        name: 'Bo Berg',
        email: 'bo@example.org',
        ...wrong,
      })
      expect([answer.statusCode, answer.json().error]).toEqual([400, INVALID_EMAIL])
    }
  })

  it('are created only where, and for whom, accounts are', async () => {
    const database = await open()
    const closed = new GuestBrowser(await startApp(database, { settings: { given: { signUp: 'closed' } } }))
    const refused = await closed.signUp(new SoftAuthenticator(), ADA)
    expect([refused.statusCode, refused.json().error]).toEqual([403, SIGN_UP_CLOSED])
    const given = { signUp: 'invitation' } as const
    const invited = new GuestBrowser(await startApp(database, { settings: { given } }))
    const uninvited = await invited.signUp(new SoftAuthenticator(), { ...ADA, invitation: 'x'.repeat(43) })
    expect([uninvited.statusCode, uninvited.json().error]).toEqual([403, INVITATION_NEEDED])
  })

  it('are signed in to on a private service', async () => {
    const { browser, phone } = await start(open, { settings: { given: { guests: 'off' } } })
    expect((await browser.signUp(phone, ADA)).statusCode).toBe(200)
    expect((await browser.signIn(phone)).statusCode).toBe(200)
  })

  it('are not signed in to while they are disabled', async () => {
    const { open: opened, browser, phone } = await startWithAda(open)
    await opened.db.updateTable('users').set({ disabled_at: Date.now() }).execute()
    const answer = await browser.signIn(phone)
    expect([answer.statusCode, answer.json().error]).toEqual([403, ACCOUNT_DISABLED])
  })
})

onBothDatabases('answers to a challenge', open => {
  it('count once, for ten minutes, from the browser that was asked', async () => {
    const { app, browser, phone } = await startWithAda(open)
    const passkey = phone.get(await browser.startSignIn())
    const attempt = async (headers: Record<string, string>) => {
      const answer = await call(app, signInWithPasskey, { passkey }, headers)
      return answer.statusCode === 200 ? 200 : answer.json().error
    }
    const other = new GuestBrowser(app)
    await other.startSignIn()
    expect([await attempt({}), await attempt(other.headers)]).toEqual([PASSKEY_EXPIRED, PASSKEY_EXPIRED])
    expect([await attempt(browser.headers), await attempt(browser.headers)]).toEqual([200, PASSKEY_EXPIRED])
    const late = phone.get(await browser.startSignIn())
    moveClock(minuteLimits.passkeyChallenge)
    const answer = await call(app, signInWithPasskey, { passkey: late }, browser.headers)
    expect(answer.json().error).toBe(PASSKEY_EXPIRED)
  })

  it('count in all tabs of the browser', async () => {
    const { app, browser, phone } = await startWithAda(open)
    const [first, second] = [await browser.startSignIn(), await browser.startSignIn()]
    for (const options of [first, second]) {
      const answer = await call(app, signInWithPasskey, { passkey: phone.get(options) }, browser.headers)
      expect(answer.statusCode).toBe(200)
    }
  })

  it('count for nothing else than what was asked', async () => {
    const { app, ada, browser, phone } = await startWithAda(open)
    const confirmation = await answerOf(app, startPasskeyConfirmation, {}, ada)
    const answer = await call(app, signInWithPasskey, { passkey: phone.get(confirmation) }, browser.headers)
    expect(answer.json().error).toBe(PASSKEY_EXPIRED)
    const signIn = await browser.startSignIn()
    const confirmed = await call(
      app,
      confirmWithPasskey,
      { passkey: phone.get(signIn) },
      {
        ...ada,
        ...browser.headers,
      },
    )
    expect(confirmed.json().error).toBe(PASSKEY_EXPIRED)
  })

  it('are refused from other origins, without verification of the listener, and with a wrong signature', async () => {
    const { app, browser, phone } = await startWithAda(open)
    const elsewhere = new SoftAuthenticator({ origin: 'http://evil.localhost' })
    const hasty = new SoftAuthenticator({ isVerifying: false })
    for (const authenticator of [elsewhere, hasty]) {
      const answer = await browser.signUp(authenticator, GRACE)
      expect([answer.statusCode, answer.json().error]).toEqual([400, PASSKEY_INVALID])
    }
    const passkey = phone.get(await browser.startSignIn())
    const other = phone.get(await browser.startSignIn())
    const forged = { ...passkey, signature: other.signature }
    const answer = await call(app, signInWithPasskey, { passkey: forged }, browser.headers)
    expect([answer.statusCode, answer.json().error]).toEqual([401, PASSKEY_UNKNOWN])
  })

  it('of another service on the same host are refused in a line that says so', async () => {
    const { app, browser } = await startWithAda(open)
    const elsewhere = await startWithAda(open)
    // The browser offers both: it binds them to the host alone.
    const passkey = elsewhere.phone.get(await browser.startSignIn())
    const answer = await call(app, signInWithPasskey, { passkey }, browser.headers)
    expect([answer.statusCode, answer.json().error]).toEqual([401, PASSKEY_UNKNOWN])
    expect(PASSKEY_UNKNOWN).toContain('it belongs to another service on this host')
  })

  it('are refused if they name no account, or another, but for a confirmation', async () => {
    const { app, ada, browser, phone } = await startWithAda(open)
    const { userHandle, ...nameless } = phone.get(await browser.startSignIn())
    const other = { ...phone.get(await browser.startSignIn()), userHandle: 'bm9ib2R5' }
    expect(userHandle).toBeDefined()
    for (const passkey of [nameless, other]) {
      const answer = await call(app, signInWithPasskey, { passkey }, browser.headers)
      expect([answer.statusCode, answer.json().error]).toEqual([401, PASSKEY_UNKNOWN])
    }
    const asked = phone.get(await answerOf(app, startPasskeyConfirmation, {}, ada))
    const { userHandle: _, ...passkey } = asked
    expect((await call(app, confirmWithPasskey, { passkey }, ada)).statusCode).toBe(200)
  })

  it('are refused from a copy of a passkey, by its count', async () => {
    const { browser } = await start(open)
    const key = new SoftAuthenticator({ counts: true, isSynced: false })
    await browser.signUp(key, ADA)
    expect([(await browser.signIn(key)).statusCode, (await browser.signIn(key)).statusCode]).toEqual([
      200, 200,
    ])
    key.rewind()
    expect((await browser.signIn(key)).statusCode).toBe(401)
  })

  it('count as failed logins if they are wrong', async () => {
    const { app, browser } = await start(open, { settings: { rateLimitScale: 1 } })
    const stranger = new SoftAuthenticator()
    const options = await browser.startSignIn()
    stranger.create({
      ...{ challenge: options.challenge, excludeCredentials: [], timeout: 1, pubKeyCredParams: [] },
      rp: { id: 'localhost', name: '' },
      user: { id: 'bm9ib2R5', name: '', displayName: '' },
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    })
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries++) statuses.push((await browser.signIn(stranger)).statusCode)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    expect((await call(app, startPasskeySignIn, {})).statusCode).toBe(200)
  })

  it('need a host name and encryption', async () => {
    const { app } = await start(open)
    const answer = await call(app, startPasskeySignIn, {}, { host: '192.0.2.1' })
    expect(answer.statusCode).toBe(409)
    const settings = { publicUrl: 'https://music.example.org' }
    const away = await startApp(await open(), { settings })
    expect(await answerOf(away, startPasskeySignIn, {})).toMatchObject({ rpId: 'music.example.org' })
  })
})

onBothDatabases('passkeys of a listener', open => {
  it('are several, with names, and work until they are removed (startPasskey, fetchPasskeys)', async () => {
    const { app, browser, phone, ada } = await startWithAda(open)
    const laptop = new SoftAuthenticator({ isSynced: false })
    const added = await addOwnPasskey(app, laptop, ada)
    expect(added).toMatchObject({
      name: 'lightMyRequest 2',
      isSynced: false,
      worksHere: true,
      lastUsedAt: null,
    })
    await answerOf(app, renamePasskey, { id: added.id, name: '  Laptop ' }, ada)
    expect((await browser.signIn(laptop)).statusCode).toBe(200)
    const { passkeys } = await answerOf(app, fetchPasskeys, {}, ada)
    expect(passkeys).toMatchObject([
      { name: 'lightMyRequest', isSynced: true, lastUsedAt: null },
      { name: 'Laptop', lastUsedAt: expect.any(String) },
    ])
    await answerOf(app, removePasskey, { id: added.id }, ada)
    expect((await browser.signIn(laptop)).json().error).toBe(PASSKEY_UNKNOWN)
    expect((await browser.signIn(phone)).statusCode).toBe(200)
  })

  it('stay with a change of the password, unless they are to be removed', async () => {
    const { app, browser, phone, ada } = await startWithAda(open)
    const one = await changePassword(app, { newPassword: password }, ada)
    const [first, second] = ['difference engine', 'another engine']
    const two = await changePassword(app, { currentPassword: password, newPassword: first }, one)
    expect((await browser.signIn(phone)).statusCode).toBe(200)
    const change = { currentPassword: first, newPassword: second, removesPasskeys: true }
    const three = await changePassword(app, change, two)
    expect((await browser.signIn(phone)).statusCode).toBe(401)
    expect((await answerOf(app, fetchPasskeys, {}, three)).passkeys).toEqual([])
  })

  it('are one for each device, and as many as anybody may have', async () => {
    const { app, open: opened, phone, ada } = await startWithAda(open)
    const again = await answerOf(app, startPasskey, {}, ada)
    expect(() => phone.create(again)).toThrow('InvalidStateError')
    const passkey = new SoftAuthenticator().create(again)
    const { id: userId } = await opened.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const row = await opened.db.selectFrom('passkeys').selectAll().executeTakeFirstOrThrow()
    const more = Array.from({ length: countLimits.passkeys - 1 }, (_, n) => ({
      ...row,
      ...{ id: `more${n}`, user_id: userId, credential_id: `more${n}` },
    }))
    await opened.db.insertInto('passkeys').values(more).execute()
    expect((await call(app, startPasskey, {}, ada)).statusCode).toBe(409)
    expect((await call(app, addPasskey, { passkey }, ada)).statusCode).toBe(409)
  })

  it('are not added by a session that has ended meanwhile, nor to a disabled account', async () => {
    const { open: opened, app, ada } = await startWithAda(open)
    const { db } = opened
    const [made] = await db.selectFrom('passkeys').selectAll().execute()
    const { token_hash: session } = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
    const row = { ...(made as NonNullable<typeof made>), id: 'second', credential_id: 'second' }
    const count = async () => (await answerOf(app, fetchPasskeys, {}, ada)).passkeys.length
    const store = (given: string) => storePasskey(db, row, given, accountEmails)
    await expect(store('elsewhere')).rejects.toThrow(UnauthorizedError)
    await db.updateTable('users').set({ disabled_at: 1 }).execute()
    await expect(store(session)).rejects.toThrow(UnauthorizedError)
    await db.updateTable('users').set({ disabled_at: null }).execute()
    expect(await count()).toBe(1)
    await store(session)
    expect(await count()).toBe(2)
  })

  it("are nobody else's", async () => {
    const { app, ada } = await startWithAda(open)
    const grace = await signUp(app, GRACE)
    const [passkey] = (await answerOf(app, fetchPasskeys, {}, ada)).passkeys
    const id = passkey?.id ?? ''
    expect((await answerOf(app, fetchPasskeys, {}, grace)).passkeys).toEqual([])
    expect((await call(app, renamePasskey, { id, name: 'Mine' }, grace)).statusCode).toBe(404)
    expect((await call(app, removePasskey, { id }, grace)).statusCode).toBe(404)
  })

  it('are not removed if the listener could not sign in any more', async () => {
    const { app, open: opened, ada } = await startWithAda(open)
    const [passkey] = (await answerOf(app, fetchPasskeys, {}, ada)).passkeys
    const id = passkey?.id ?? ''
    const refused = await call(app, removePasskey, { id }, ada)
    expect([refused.statusCode, refused.json().error]).toEqual([409, LAST_WAY_TO_SIGN_IN])
    // One for another address of the service does not help.
    const elsewhere = { id: 'elsewhere', credential_id: 'elsewhere', rp_id: 'music.example.org' }
    const row = await opened.db.selectFrom('passkeys').selectAll().executeTakeFirstOrThrow()
    await opened.db
      .insertInto('passkeys')
      .values({ ...row, ...elsewhere })
      .execute()
    expect((await call(app, removePasskey, { id }, ada)).statusCode).toBe(409)
    expect((await call(app, removePasskey, { id: 'elsewhere' }, ada)).statusCode).toBe(200)
    const next = await changePassword(app, { newPassword: password }, ada)
    expect((await call(app, removePasskey, { id }, next)).statusCode).toBe(200)
  })

  it('are not removed in favour of each other at once', async () => {
    const { app, ada } = await startWithAda(open)
    await addOwnPasskey(app, new SoftAuthenticator(), ada)
    const { passkeys } = await answerOf(app, fetchPasskeys, {}, ada)
    const removed = await Promise.all(passkeys.map(({ id }) => call(app, removePasskey, { id }, ada)))
    expect(removed.map(answer => answer.statusCode).toSorted()).toEqual([200, 409])
  })

  it('confirm a sensitive change (startPasskeyConfirmation, confirmWithPasskey)', async () => {
    const { app, phone, ada } = await startWithAda(open)
    moveClock(minuteLimits.recentSignIn + 1)
    const early = await call(app, startPasskey, {}, ada)
    expect([early.statusCode, early.json().error]).toEqual([403, RECENT_SIGN_IN_NEEDED])
    const options = await answerOf(app, startPasskeyConfirmation, {}, ada)
    expect(options.allowCredentials).toHaveLength(1)
    await answerOf(app, confirmWithPasskey, { passkey: phone.get(options) }, ada)
    expect((await call(app, deleteUser, {}, ada)).statusCode).toBe(200)
  })

  it('confirm nothing for others', async () => {
    const { app, browser, ada } = await startWithAda(open)
    const hers = new SoftAuthenticator()
    await browser.signUp(hers, GRACE)
    const options = { ...(await answerOf(app, startPasskeyConfirmation, {}, ada)), allowCredentials: [] }
    const answer = await call(app, confirmWithPasskey, { passkey: hers.get(options) }, ada)
    expect([answer.statusCode, answer.json().error]).toEqual([403, PASSKEY_UNKNOWN])
  })
})
