import { createHash } from 'node:crypto'
import {
  createAppKey,
  fetchAppKeys,
  revokeAllAppKeys,
  revokeAppKey,
} from '@refrain/contract/account/app-keys'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { expect, it } from 'vitest'
import { findEncoders } from '../media/transcoding/find-encoders.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { ADA } from '../testing/sign-up.ts'
import { answerOf, call } from '../testing/start-app.ts'
import { type Asked, toQuery } from './testing/connect-app.ts'
import { readJson } from './testing/read-answer.ts'
import { startSubsonic } from './testing/start-subsonic.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const hex = (text: string) => `enc:${Buffer.from(text).toString('hex')}`

onBothDatabases('signing in to apps', open => {
  async function start(settings = {}) {
    const started = await startSubsonic(open, settings)
    const { app } = started
    /** The status, or the code of the refusal. */
    const ping = async (asked: Asked, name = 'ping') => {
      const { body } = await app.inject(
        `/rest/${name}?${toQuery({ v: '1.16.1', c: 'Test', f: 'json', ...asked })}`,
      )
      const answer = readJson(body)
      return answer.error?.code ?? answer.status
    }
    return { ...started, ping }
  }

  it('takes the app password as a token or as itself, by address or id, and never the own password (SUB-20, SUB-24 to SUB-26)', async () => {
    const { app, ada, ping, secret } = await start()
    const { _id: userId } = await answerOf(app, fetchOwnUser, {}, ada)
    expect(secret).toMatch(/^([0-9a-hj-km-np-tv-z]{4}-){5}[0-9a-hj-km-np-tv-z]{4}$/)
    for (const u of [ADA.email, ADA.email.toUpperCase(), userId]) {
      expect(await ping({ u, t: md5(`${secret}salt`), s: 'salt' })).toBe('ok')
      expect(await ping({ u, t: md5(`${secret}salt`).toUpperCase(), s: 'salt' })).toBe('ok')
      expect(await ping({ u, p: secret })).toBe('ok')
      expect(await ping({ u, p: hex(secret) })).toBe('ok')
      expect(await ping({ u, p: ADA.password })).toBe(40)
      expect(await ping({ u, t: md5(`${ADA.password}salt`), s: 'salt' })).toBe(40)
      expect(await ping({ u, p: 'enc:xyz' })).toBe(40)
    }
    expect(await ping({ u: 'dummy', p: 'dummy' })).toBe(40)
    const user = { u: ADA.email }
    expect(await ping({})).toBe(10)
    expect(await ping(user)).toBe(10)
    expect(await ping({ ...user, t: 'x' })).toBe(10)
    expect(await ping({ ...user, t: 'x', s: '€'.repeat(86) })).toBe(10)
    expect(await ping({ ...user, p: secret, t: 'x', s: 'y' })).toBe(43)
  })

  it('speaks version 1 of the protocol (SUB-26)', async () => {
    const { ping, secret } = await start()
    const right = { u: ADA.email, p: secret }
    for (const [v, outcome] of Object.entries({
      '1.2.0': 'ok',
      '1.7': 'ok',
      '1.99.9': 'ok',
      '0.9': 20,
      '2.0.0': 30,
      '': 10,
      one: 10,
    }))
      expect([v, await ping({ ...right, v })]).toEqual([v, outcome])
    expect(await ping({ ...right, c: '' })).toBe(10)
  })

  it('takes API keys, alone (SUB-23)', async () => {
    const { app, ada, ping, send } = await start()
    const input = { name: 'Player', kind: 'apiKey', scope: 'listen' } as const
    const { secret: apiKey, key } = await answerOf(app, createAppKey, input, ada)
    expect(await ping({ apiKey })).toBe('ok')
    for (const other of ['u', 'p', 't', 's']) expect(await ping({ apiKey, [other]: 'x' })).toBe(43)
    expect(await ping({ apiKey: apiKey.toLowerCase() })).toBe(44)
    const about = await app.inject(`/rest/tokenInfo?v=1.16.1&c=Test&f=json&apiKey=${apiKey}`)
    expect(readJson(about.body).tokenInfo).toEqual({ username: ADA.email })
    expect(readJson((await send('tokenInfo')).body).tokenInfo).toEqual({ username: ADA.email })
    await answerOf(app, revokeAppKey, { id: key.id }, ada)
    expect(await ping({ apiKey })).toBe(44)
  })

  it('opens nothing else, and each key ends at once when it is revoked (SUB-22)', async () => {
    const { app, ada, ping, secret } = await start()
    expect((await call(app, fetchOwnUser, {}, { 'auth-token': secret })).statusCode).toBe(401)
    const more = { name: 'Car', kind: 'password', scope: 'listen' } as const
    const { secret: car, key } = await answerOf(app, createAppKey, more, ada)
    expect([await ping({ u: ADA.email, p: car }), await ping({ u: ADA.email, p: secret })]).toEqual([
      'ok',
      'ok',
    ])
    const { keys } = await answerOf(app, fetchAppKeys, {}, ada)
    expect(keys.map(({ name }) => name)).toEqual(['Car', 'A test'])
    await answerOf(app, revokeAppKey, { id: key.id }, ada)
    expect([await ping({ u: ADA.email, p: car }), await ping({ u: ADA.email, p: secret })]).toEqual([
      40,
      'ok',
    ])
    await answerOf(app, revokeAllAppKeys, {}, ada)
    expect(await ping({ u: ADA.email, p: secret })).toBe(40)
    const body = { name: 'x', kind: 'password', scope: 'edit' } as const
    for (let at = 0; at < 20; at++) await answerOf(app, createAppKey, body, ada)
    expect((await call(app, createAppKey, body, ada)).statusCode).toBe(409)
  })

  it('remembers when and by which app a key was last used (SUB-22)', async () => {
    const { app, ada, ping, secret } = await start()
    const client = `Phone\n<b>${'x'.repeat(100)}`
    await ping({ u: ADA.email, p: secret, c: client })
    await expect
      .poll(async () => (await answerOf(app, fetchAppKeys, {}, ada)).keys[0])
      .toMatchObject({ lastClient: `Phone <b>${'x'.repeat(55)}`, lastUsedAt: expect.any(String) })
  })

  it('lists the extensions to everybody, whatever is sent with it (SUB-28, SUB-121)', async () => {
    const { app, send } = await start()
    const answer = await app.inject('/rest/getOpenSubsonicExtensions?f=json&u=dummy&p=dummy')
    const { openSubsonicExtensions } = readJson(answer.body) as unknown as {
      openSubsonicExtensions: { name: string }[]
    }
    /** A call that each extension needs. */
    const calls: Record<string, string> = {
      apiKeyAuthentication: 'tokenInfo',
      formPost: 'ping',
      songLyrics: 'getLyricsBySongId',
      topSongsByArtistId: 'getTopSongs',
      indexBasedQueue: 'getPlayQueueByIndex',
      playbackReport: 'reportPlayback',
      transcodeOffset: 'stream',
      transcoding: 'getTranscodeDecision',
    }
    for (const { name } of openSubsonicExtensions) {
      const { error } = readJson((await send(calls[name] as string)).body)
      expect([name, error?.message]).not.toEqual([name, 'There is no such call.'])
    }
    const hasEncoder = (await findEncoders()).available.size > 0
    const names = openSubsonicExtensions.map(({ name }) => name)
    const needEncoders = ['transcodeOffset', 'transcoding']
    expect(names.filter(name => needEncoders.includes(name))).toEqual(hasEncoder ? needEncoders : [])
    expect(names.filter(name => !needEncoders.includes(name))).toHaveLength(Object.keys(calls).length - 2)
  })

  it('slows wrong guesses down, and locks nobody out who knows the password (SUB-27)', async () => {
    const { app, secret } = await start({ rateLimitScale: 1 })
    const ask = (asked: Asked) =>
      app.inject(`/rest/ping?${toQuery({ v: '1.16.1', c: 'Test', f: 'json', ...asked })}`)
    for (let at = 0; at < 20; at++) expect((await ask({ u: ADA.email, p: 'x' })).statusCode).toBe(200)
    const refused = await ask({ u: ADA.email, p: 'x' })
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(readJson(refused.body).error?.code).toBe(0)
    expect((await ask({ u: 'dummy', p: 'dummy' })).statusCode).toBe(200)
    expect(readJson((await ask({ u: ADA.email, p: secret })).body).status).toBe('ok')
  })

  it('keeps apps that may only listen from changing the library (SUB-22)', async () => {
    const { app, ada } = await start()
    const input = { name: 'Car', kind: 'apiKey', scope: 'listen' } as const
    const { secret: apiKey } = await answerOf(app, createAppKey, input, ada)
    const { body } = await app.inject(
      `/rest/getUser?v=1.16.1&c=Test&f=json&apiKey=${apiKey}&username=${ADA.email}`,
    )
    expect(readJson(body).user).toMatchObject({ playlistRole: false, streamRole: true, adminRole: false })
  })
})
