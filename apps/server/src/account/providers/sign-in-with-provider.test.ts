import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchOwnUser, updatePassword, updateUserProfilePath } from '@refrain/contract/account/own-account'
import { loginWithGoogle } from '@refrain/contract/account/sign-in'
import { fetchConfiguration } from '@refrain/contract/configuration'
import type { FastifyInstance } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { CLIENT_ID, type Person, startOpenIdProvider } from '../../testing/servers/openid-provider.ts'
import { ADA, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

const PHOTO = 'https://lh3.googleusercontent.com/a/ada=s96-c'
const PERSON = { sub: '1815', email: ADA.email, name: ADA.name, picture: PHOTO }
const SECRET = 'what only the page knows'
const NONCE = hash('sha256', SECRET, 'base64url')

async function start(open: OpenDatabase, person: Person = PERSON) {
  const provider = await startOpenIdProvider(person)
  const settings = { googleClientId: CLIENT_ID, googleIssuer: provider.issuer }
  const app = await startApp(open, { settings })
  const google = async () => (await answerOf(app, fetchConfiguration, {})).google
  await expect.poll(google, { timeout: 10_000 }).not.toBe(null)
  const { address = '' } = (await google()) ?? {}
  const claims = (seconds = 0) => {
    const iat = Math.floor(Date.now() / 1000) + seconds
    return { iss: provider.issuer, aud: CLIENT_ID, iat, exp: iat + 3600, email_verified: true, ...PERSON }
  }
  return { app, provider, address, claims }
}

const enter = (app: FastifyInstance, googleToken: string, nonce?: string) =>
  call(app, loginWithGoogle, { googleToken, ...(nonce !== undefined && { nonce }) })

const ownUser = (app: FastifyInstance, authtoken: string) =>
  answerOf(app, fetchOwnUser, {}, { 'auth-token': authtoken })

onBothDatabases('federated sign-in', open => {
  it('creates an account the first time and signs in to it the next (API-06, AUTH-10, AUTH-11, READ-46)', async () => {
    const { app, provider, address } = await start(await open())
    const first = await enter(app, await provider.signIn(address, NONCE), SECRET)
    expect(first.statusCode).toBe(200)
    const { authtoken } = first.json()
    expect(first.headers['set-cookie']).toContain(`token=${authtoken}; `)
    expect(first.headers['cache-control']).toBe('no-store')
    const user = await ownUser(app, authtoken)
    expect(user).toMatchObject({
      ...{ name: ADA.name, email: ADA.email },
      profile_path: PHOTO,
      isGoogleUser: true,
    })
    provider.becomes({ ...PERSON, email: 'ada@elsewhere.example', picture: `${PHOTO}2` })
    const again = await enter(app, await provider.signIn(address, NONCE), SECRET)
    const same = await ownUser(app, again.json().authtoken)
    expect(same).toEqual({ ...user, profile_path: `${PHOTO}2` })
    expect(again.json().authtoken).not.toBe(authtoken)
    expect(provider.asked()).toBe(1)
  })

  it('refuses an email address that belongs to another account (API-06)', async () => {
    const { app, provider, address } = await start(await open())
    const ada = await signUp(app)
    const answer = await enter(app, await provider.signIn(address, NONCE), SECRET)
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([409, undefined])
    expect((await answerOf(app, fetchOwnUser, {}, ada)).isGoogleUser).toBe(false)
    provider.becomes({ ...PERSON, sub: 'other', email: 'new@example.org' })
    expect((await enter(app, await provider.signIn(address, NONCE), SECRET)).statusCode).toBe(200)
    provider.becomes({ ...PERSON, sub: 'another', email: 'NEW@example.org' })
    expect((await enter(app, await provider.signIn(address, NONCE), SECRET)).statusCode).toBe(409)
  })

  it('creates one account for two concurrent first sign-ins (API-06)', async () => {
    const opened = await open()
    const { app, provider, claims } = await start(opened)
    const token = await provider.sign(claims())
    const answers = await Promise.all([1, 2, 3].map(() => enter(app, token)))
    expect(answers.map(answer => answer.statusCode)).toEqual([200, 200, 200])
    expect(await opened.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  it('rejects invalid tokens (API-06)', async () => {
    const opened = await open()
    const { app, provider, address, claims } = await start(opened)
    const good = claims()
    const without = (name: keyof typeof good) =>
      Object.fromEntries(Object.entries(good).filter(([claim]) => claim !== name))
    const stranger = await startOpenIdProvider(PERSON)
    const [head = '', body = '', signature = ''] = (await provider.sign(good)).split('.')
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
    const bySecret = Buffer.from('{"alg":"HS256","kid":"test"}').toString('base64url')
    const tokens: Record<string, string | Promise<string>> = {
      'no token': 'nonsense',
      'another key': stranger.sign(good),
      'no signature': `${unsigned}.${body}.`,
      'another algorithm': `${bySecret}.${body}.${signature}`,
      'a changed body': `${head}.${Buffer.from('{}').toString('base64url')}.${signature}`,
      'another issuer': provider.sign({ ...good, iss: 'https://accounts.google.com' }),
      'another audience': provider.sign({ ...good, aud: 'somebody else' }),
      'an audience beside us': provider.sign({ ...good, aud: [CLIENT_ID, 'somebody else'] }),
      'another party': provider.sign({ ...good, azp: 'somebody else' }),
      'an end that is over': provider.sign({ ...good, exp: good.iat - 120 }),
      'no end': provider.sign(without('exp')),
      'a start long ago': provider.sign(claims(-1200)),
      'no person': provider.sign(without('sub')),
      'no e-mail address': provider.sign(without('email')),
      'an e-mail address that nobody checked': provider.sign({ ...good, email_verified: false }),
      'a nonce that nobody knows': provider.signIn(address, NONCE),
    }
    for (const [what, token] of Object.entries(tokens)) {
      const { statusCode, headers } = await enter(app, await token)
      expect([what, statusCode, headers['set-cookie']]).toEqual([what, 401, undefined])
    }
    const asked = await provider.signIn(address, NONCE)
    for (const secret of ['another', '', NONCE])
      expect((await enter(app, asked, secret)).statusCode).toBe(401)
    expect((await enter(app, await provider.sign(good), SECRET)).statusCode).toBe(401)
    expect(await opened.db.selectFrom('users').select('id').execute()).toEqual([])
  })

  it("is for our own pages, ten times a minute, and takes nobody's word for who comes (API-06)", async () => {
    const opened = await open()
    const { app, provider, claims } = await start(opened)
    const googleToken = await provider.sign(claims())
    const cross = await call(app, loginWithGoogle, { googleToken }, { origin: 'https://evil.example' })
    expect(cross.statusCode).toBe(403)
    const more = { googleToken, sub: 'somebody' } as never
    expect((await call(app, loginWithGoogle, more)).statusCode).toBe(400)
    expect((await enter(app, 'x'.repeat(4097))).statusCode).toBe(400)
    const settings = { rateLimitScale: 1, googleClientId: CLIENT_ID, googleIssuer: provider.issuer }
    const limited = await startApp(opened, { settings })
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push((await enter(limited, 'nonsense')).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  it('answers 503 if it is not configured or the provider is unreachable (API-06, PROP-34)', async () => {
    const opened = await open()
    const plain = await startApp(opened)
    expect((await answerOf(plain, fetchConfiguration, {})).google).toBe(null)
    expect((await enter(plain, 'token')).statusCode).toBe(503)
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const provider = await startOpenIdProvider(PERSON)
    await provider.stop()
    const app = await startApp(opened, {
      settings: { googleClientId: CLIENT_ID, googleIssuer: provider.issuer },
    })
    const answer = await enter(app, 'token')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
    expect((await answerOf(app, fetchConfiguration, {})).google).toBe(null)
  })

  it.each([
    ['of another issuer', { issuer: 'https://accounts.google.com' }],
    ['with keys elsewhere than on the web', { jwks_uri: 'data:application/json,{"keys":[]}' }],
    ['with a script to sign in with', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('refuses metadata %s (API-06)', async (_what, wrong) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const server = createServer((_request, response) => {
      const right = { issuer, authorization_endpoint: `${issuer}/auth`, jwks_uri: `${issuer}/jwks` }
      response.end(JSON.stringify({ ...right, ...wrong }))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const settings = { googleClientId: CLIENT_ID, googleIssuer: issuer }
    const app = await startApp(await open(), { settings })
    expect((await enter(app, 'token')).statusCode).toBe(503)
    expect((await answerOf(app, fetchConfiguration, {})).google).toBe(null)
  })

  it('keeps a picture the listener chose, and accepts none from other hosts (AUTH-11, READ-36)', async () => {
    const opened = await open()
    const evil = { ...PERSON, picture: 'https://lh3.googleusercontent.com.evil.example/a' }
    const { app, provider, address } = await start(opened, evil)
    const { authtoken } = (await enter(app, await provider.signIn(address, NONCE), SECRET)).json()
    const user = await ownUser(app, authtoken)
    expect(user.profile_path).toBe('')
    const upload = {
      id: 'A'.repeat(22),
      user_id: user._id,
      playlist_id: null,
      bytes: 1,
      color: '',
      thumbhash: '',
    }
    await opened.db
      .insertInto('uploads')
      .values({ ...upload, kept_at: Date.now() })
      .execute()
    const profile_path = `${upload.id}.jpg`
    await answerOf(app, updateUserProfilePath, { profile_path }, { 'auth-token': authtoken })
    provider.becomes(PERSON)
    const again = (await enter(app, await provider.signIn(address, NONCE), SECRET)).json()
    expect((await ownUser(app, again.authtoken)).profile_path).toBe(profile_path)
  })

  it('works without a password, which can be set right afterwards (ACC-14, ROLE-11)', async () => {
    const { app, provider, address } = await start(await open())
    const { authtoken } = (await enter(app, await provider.signIn(address, NONCE), SECRET)).json()
    const given = { newPassword: 'difference engine' }
    await answerOf(app, updatePassword, given, { 'auth-token': authtoken })
    expect((await enter(app, await provider.signIn(address, NONCE), SECRET)).statusCode).toBe(200)
  })

  it.each([
    [{ name: 'A\u0000da\u202e' }, 'ada'],
    [{ name: 'x' }, 'ada'],
    [{ name: undefined, email: 'a@example.org' }, 'Listener'],
    [{ name: `${'long '.repeat(50)}` }, 'long long long long long long'],
  ])('finds a name for everybody: %j', async (given, name) => {
    const { app, provider, claims } = await start(await open())
    const { authtoken } = (await enter(app, await provider.sign({ ...claims(), ...given }))).json()
    expect((await ownUser(app, authtoken)).name).toBe(name)
  })
})
