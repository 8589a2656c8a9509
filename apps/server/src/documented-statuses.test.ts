import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchPasskeys } from '@refrain/contract/account/passkeys'
import { createUser, loginWithGoogle } from '@refrain/contract/account/sign-in'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { likedSongsId } from '@refrain/contract/library/playlists'
import { byteLimits } from '@refrain/contract/limits'
import { fillPath, type Operation, pathNames } from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import type { FastifyInstance } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createEmailLink } from './account/email/email-links.ts'
import { storeChallenge } from './account/passkeys/challenges.ts'
import { createToken, hashToken } from './account/sessions/token.ts'
import { write } from './database/retry.ts'
import type { Database } from './database/tables.ts'
import { documentedStatuses, errorStatuses } from './http/openapi/statuses.ts'
import { updateJob } from './jobs/job-store.ts'
import { onBothDatabases } from './testing/databases/both-databases.ts'
import { DELETED_ID, fillAccount } from './testing/fill-account.ts'
import { sendPicture } from './testing/multipart.ts'
import { GuestBrowser } from './testing/passkeys.ts'
import { type Example, examplesOf } from './testing/permission-examples.ts'
import { createScenario, type Scenario } from './testing/permission-matrix.ts'
import { seed } from './testing/seed.ts'
import { CLIENT_ID, startOpenIdProvider } from './testing/servers/openid-provider.ts'
import { ADA, GRACE, signUp } from './testing/sign-up.ts'
import { SoftAuthenticator } from './testing/soft-authenticator.ts'
import { answerOf, call, startApp } from './testing/start-app.ts'

/** Filling an account takes its time on a slow machine. */
const PATIENCE = 120_000

const SECRET = 'what only the page knows'

interface Attempt {
  readonly input?: object
  readonly headers?: Record<string, string>
}

/** How each refusal of a call's own is brought about. */
function ownRefusals(
  { userId, trackIds, playlistId, administratorId }: Scenario,
  anotherArtist: string,
  linkToTakenAddress: string,
  passkeys: { readonly asked: Attempt; readonly last: Attempt },
): Readonly<Record<string, Readonly<Record<number, Attempt>>>> {
  const [trackId] = trackIds
  const title = 'Another title'
  // Browsers offer no passkeys at addresses without a name.
  const atAddress = { headers: { host: '192.0.2.1' } }
  return {
    login: { 401: { input: { email: ADA.email, password: 'a wrong password' } } },
    updatePassword: {
      403: { input: { currentPassword: 'a wrong password', newPassword: 'difference engine' } },
    },
    createAppKey: { 409: {} },
    confirmSignIn: { 403: { input: { password: 'a wrong password' } } },
    requestPasswordReset: { 409: {} },
    sendVerification: { 409: {} },
    changeEmail: { 409: {} },
    resetPassword: { 403: {} },
    verifyEmail: { 403: {}, 409: { input: { token: linkToTakenAddress } } },
    enableTotp: { 403: {} },
    createRecoveryCodes: { 409: {} },
    startPasskeySignUp: { 409: atAddress },
    signUpWithPasskey: { 409: atAddress },
    startPasskeySignIn: { 409: atAddress },
    signInWithPasskey: { 401: passkeys.asked, 409: atAddress },
    startPasskey: { 409: atAddress },
    addPasskey: { 409: atAddress },
    removePasskey: { 409: passkeys.last },
    startPasskeyConfirmation: { 409: atAddress },
    confirmWithPasskey: { 403: {}, 409: atAddress },
    createPlaylist: { 403: { headers: { 'sec-purpose': 'prefetch' } }, 409: {} },
    updatePlaylist: {
      403: { input: { playlistId: likedSongsId(userId), title, profile_path: '' } },
      412: { headers: { 'if-match': '"0"' } },
    },
    crudPlaylist: { 409: { input: { playlistId, trackId, crudMethod: 'add' } } },
    movePlaylistTrack: { 404: { input: { playlistId, trackId: 'unknown', afterTrackId: null } } },
    createFilledPlaylist: { 409: {} },
    restorePlaylist: { 409: { input: { playlistId: DELETED_ID } } },
    editPlaylist: {
      403: { input: { playlistId: likedSongsId(userId), comment: 'For a rainy day' } },
      409: { input: { playlistId, added: [trackId] } },
    },
    keepAlbum: { 409: {} },
    saveRating: { 409: {} },
    saveBookmark: { 409: {} },
    addTracksToPlaylist: { 409: { input: { playlistId, tracksArray: [trackId] } } },
    appendLikedSongs: { 409: { input: { trackId } } },
    addFollowingArtist: { 409: { input: { artistId: anotherArtist } } },
    uploadUserPicture: { 409: {} },
    uploadPlaylistPicture: { 409: {} },
    importArchivePlaylist: { 409: {} },
    updatePerson: { 409: { input: { id: administratorId, isAdministrator: false } } },
    deletePerson: { 409: { input: { id: administratorId } } },
    createInvitation: { 409: {} },
    updateLiveSetting: { 409: { input: { name: 'chatUrl', value: null } } },
    scanCollection: { 409: {} },
    forgetMissingTracks: { 409: {} },
    uploadCataloguePicture: { 404: { input: { kind: 'albums', id: 'unknown' } } },
    addMusicFolder: { 409: {} },
    removeMusicFolder: { 409: {} },
    startJob: { 409: { input: { name: 'notifications' } } },
    startBackup: { 409: {} },
    importArchivePicture: { 404: { input: { playlistId: 'unknown' } }, 409: {} },
  }
}

/** An answer to a challenge that a browser was sent, with a passkey that nobody has. */
async function askForPasskey(db: Database): Promise<Attempt> {
  const [secret, challenge] = [createToken(), createToken()]
  await storeChallenge(db, challenge, { holders: [hashToken(secret)], purpose: 'signIn' })
  const clientDataJSON = Buffer.from(JSON.stringify({ challenge })).toString('base64url')
  const passkey = { id: 'aaaa', clientDataJSON, authenticatorData: 'oA', signature: 'oA' }
  return { input: { passkey }, headers: { cookie: `passkey=${secret}` } }
}

/** Somebody with one passkey and nothing else. */
async function signUpWithLastPasskey(app: FastifyInstance): Promise<Attempt> {
  const signedUp = await new GuestBrowser(app).signUp(new SoftAuthenticator(), {
    name: 'Emmy Noether',
    email: 'emmy@example.org',
  })
  const headers = { 'auth-token': signedUp.json().authtoken as string }
  const [passkey] = (await answerOf(app, fetchPasskeys, {}, headers)).passkeys
  return { input: { id: passkey?.id }, headers }
}

/** The same input, with names of things that there are not. */
function unknown(input: object): object {
  const values = Object.entries(input).map(([name, value]) => {
    if (name === 'pic_path') return [name, value.replace(/[^/]+$/, 'unknown')]
    return [name, /(id|^name|^genre)$/i.test(name) ? 'unknown' : value]
  })
  return Object.fromEntries(values)
}

onBothDatabases('every documented error status', open => {
  it('is returned by the running server', { timeout: PATIENCE }, async () => {
    const opened = await open()
    const given = { chatUrl: 'https://chat.example.org/' }
    const app = await startApp(opened, { settings: { profilesForMembers: true, given } })
    const guests = 'off' as const
    const privateApp = await startApp(opened, { settings: { given: { guests } } })
    const scene = await createScenario(app, opened.db)
    const examples = examplesOf(scene)
    await write(opened.db, tx => updateJob(tx, 'notifications', { paused: 1 }))
    await fillAccount(opened.db, { ...scene, trackId: scene.trackIds[0] })
    const taken = { userId: scene.userId, email: GRACE.email }
    const own = ownRefusals(
      scene,
      await seed(opened.db).artist('Another', { id: 'another' }),
      await write(opened.db, tx => createEmailLink(tx, 'verify', taken)),
      { asked: await askForPasskey(opened.db), last: await signUpWithLastPasskey(app) },
    )
    const wanted: string[] = []
    const outcomes: string[] = []
    for (const operation of operations) {
      for (const status of documentedStatuses(operation)) {
        // Those are tried below.
        if ([200, 202, 429, 503].includes(status) || operation === loginWithGoogle) continue
        const example = examples[operation.name] as Example
        const attempt = own[operation.name]?.[status]
        const answer = attempt
          ? await tryOwn(app, operation, example, scene, attempt)
          : await provoke(
              status === 401 && operation.who === 'guest' ? privateApp : app,
              operation,
              status,
              example,
              scene,
            )
        wanted.push(`${operation.name} ${status}`)
        outcomes.push(`${operation.name} ${answer.statusCode}`)
        if (status >= 400) expect(answer.json()).toMatchObject({ error: expect.any(String) })
      }
    }
    expect(outcomes).toEqual(wanted)
  })

  it('is returned by federated sign-in', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const opened = await open()
    const provider = await startOpenIdProvider({
      sub: '1',
      email: ADA.email,
      email_verified: true,
      name: ADA.name,
    })
    const settings = { googleClientId: CLIENT_ID, googleIssuer: provider.issuer }
    const app = await startApp(opened, { settings })
    const google = async () => (await answerOf(app, fetchConfiguration, {})).google
    await expect.poll(google, { timeout: 10_000 }).not.toBe(null)
    const enter = async (googleToken: string, headers = {}) =>
      (await call(app, loginWithGoogle, { googleToken, nonce: SECRET }, headers)).statusCode
    await signUp(app)
    const token = await provider.signIn((await google())?.address ?? '', hash('sha256', SECRET, 'base64url'))
    const post = async (payload: string, type = 'application/json') => {
      const headers = { 'content-type': type }
      return (await app.inject({ method: 'POST', url: loginWithGoogle.path, payload, headers })).statusCode
    }
    const answered = [
      await enter(''),
      await enter('no token'),
      await enter(token, { 'sec-fetch-site': 'cross-site' }),
      await enter(token),
      await post(`"${'x'.repeat(70_000)}"`),
      await post('x', 'text/plain'),
    ]
    const away = await startApp(opened)
    const absent = (await call(away, loginWithGoogle, { googleToken: token })).statusCode
    const tried = [...answered, absent]
    const others = Object.keys(errorStatuses(loginWithGoogle)).map(Number)
    expect(tried.toSorted()).toEqual(others.filter(status => status !== 429))
  })

  it('is returned for every input beyond its documented length', async () => {
    const opened = await open()
    const app = await startApp(opened)
    const scene = await createScenario(app, opened.db)
    const examples = examplesOf(scene)
    for (const operation of operations) {
      for (const [field, { minLength, maxLength }] of Object.entries(operation.bounds ?? {})) {
        const beyond = [minLength && minLength - 1, maxLength && maxLength + 1]
        const lengths = beyond.filter(length => length !== undefined)
        for (const length of lengths) {
          const input = { ...examples[operation.name]?.input, [field]: 'x'.repeat(length) }
          const { statusCode } = await call(app, operation, input as never, headersOf(scene, operation))
          expect([operation.name, field, length, statusCode]).toEqual([operation.name, field, length, 400])
        }
      }
    }
  })

  it('is not returned for inputs at their limits', async () => {
    const app = await startApp(await open())
    for (const [name, password] of [
      ['Ada', 'engine 1'],
      ['x'.repeat(60), 'engine 2'.repeat(16)],
    ] as const) {
      const email = `${password.length}@example.org`
      expect((await call(app, createUser, { name, email, password })).statusCode).toBe(200)
    }
  })

  it('has Retry-After after too many requests', async () => {
    const app = await startApp(await open(), { settings: { rateLimitScale: 1e-9 } })
    for (const operation of operations) {
      await request(app, operation)
      const answer = await request(app, operation)
      expect([operation.name, answer.statusCode]).toEqual([operation.name, 429])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('has Retry-After while the server stops', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const app = await startApp(await open())
    const stopping = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    app.addHook('preClose', () => {
      stopping.resolve()
      return end.promise
    })
    await app.ready()
    // Nothing is injected into an app that closes; a server of the test's own still reaches it.
    const server = createServer((asked, answer) => app.routing(asked, answer))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const closed = app.close()
    await stopping.promise
    for (const { name, method, path } of operations) {
      const address = fillPath(path, Object.fromEntries(pathNames(path).map(part => [part, 'a'])))
      const answer = await fetch(`http://127.0.0.1:${port}${address}`, { method })
      expect([name, answer.status, answer.headers.get('retry-after')]).toEqual([name, 503, '5'])
    }
    end.resolve()
    await closed
  })
})

function request(app: FastifyInstance, { method, path }: Operation) {
  return app.inject({
    method,
    url: fillPath(path, Object.fromEntries(pathNames(path).map(part => [part, 'a']))),
  })
}

function headersOf(scene: Scenario, { who }: Operation): Record<string, string> {
  if (who === 'administrator') return scene.callers.administrator
  return who === 'service' ? scene.callers.service : scene.callers.owner
}

function tryOwn(
  app: FastifyInstance,
  operation: Operation,
  example: Example,
  scene: Scenario,
  attempt: Attempt,
) {
  const headers = { ...headersOf(scene, operation), ...attempt.headers }
  const input = attempt.input ?? example.input
  if (example.form) return sendPicture(app, operation, scene.picture, headers, input)
  return call(app, operation, input as never, headers)
}

/** Brings about a refusal that follows from what an operation is. */
function provoke(
  app: FastifyInstance,
  operation: Operation,
  status: number,
  example: Example,
  scene: Scenario,
) {
  const { method, path } = operation
  const headers = headersOf(scene, operation)
  const input = example.input as never
  const url = fillPath(path, example.input as Record<string, unknown>)
  const send = (payload: string | Buffer, type: string) =>
    app.inject({ method, url, payload, headers: { ...headers, 'content-type': type } })
  switch (status) {
    case 304:
      return call(app, operation, input, { ...headers, 'if-none-match': '*' })
    case 400:
      if (example.form) return sendPicture(app, operation, Buffer.alloc(0), headers, input)
      return call(app, operation, { ...example.input, nonsense: 'x' } as never, headers)
    case 401:
      return call(app, operation, input)
    case 403:
      if (operation.who === 'administrator') return call(app, operation, input, scene.callers.owner)
      if (operation.needsRecentSignIn) return call(app, operation, input, scene.earlier)
      return call(app, operation, input, scene.callers['cookie from another site'])
    case 404:
      return call(app, operation, unknown(example.input) as never, headers)
    case 413: {
      const tooLarge = Buffer.alloc(byteLimits.picture + 1)
      if (example.form) return sendPicture(app, operation, tooLarge, headers, input)
      return send(`"${'x'.repeat(operation.bodyLimit ?? 64 * 1024)}"`, 'application/json')
    }
    case 415:
      return send('x', 'text/plain')
    default:
      throw new Error(`${operation.name} is never refused with ${status} by this test: say how.`)
  }
}
