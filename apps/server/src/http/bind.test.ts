import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { operation } from '@refrain/contract/operation'
import { CATALOGUE_HEADER } from '@refrain/contract/service-paths'
import { id } from '@refrain/contract/values'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { readSettings } from '../settings.ts'
import { bind } from './bind.ts'
import { createApp } from './create-app.ts'
import { ResponseCache } from './responses/response-cache.ts'

/** However slow the machine is. */
const SOON = { timeout: 10_000 }

const base = { summary: '', who: 'guest', caching: 'none', output: z.unknown() } as const
const readThing = operation({
  ...base,
  name: 'readThing',
  method: 'GET',
  path: '/api/things/{id}',
  caching: 'public',
  input: z.strictObject({ id }),
})
const writeThing = operation({
  ...base,
  name: 'writeThing',
  method: 'POST',
  path: '/api/things/{id}',
  bodyLimit: 70_000,
  perMinute: 3,
  input: z.strictObject({
    id,
    note: z.optional(z.string()),
    entries: z.optional(z.array(z.object({ title: z.string() }))),
  }),
})
const dropThing = operation({
  ...base,
  name: 'dropThing',
  method: 'DELETE',
  path: '/api/things/{id}',
  input: z.strictObject({ id, note: z.optional(z.string()) }),
})
const ownSite = operation({
  ...base,
  name: 'ownSite',
  method: 'GET',
  path: '/api/own-site',
  sameOrigin: true,
  perMinute: 2,
  input: z.strictObject({}),
})
const ownThing = operation({
  ...base,
  name: 'ownThing',
  method: 'GET',
  path: '/api/own/{id}',
  who: 'owner',
  perUser: { calls: 3, seconds: 3600 },
  input: z.strictObject({ id }),
})

const byEither = operation({
  ...base,
  name: 'byEither',
  method: 'POST',
  path: '/api/by-either',
  who: 'owner',
  acceptsCookie: true,
  input: z.strictObject({}),
})

/** The scale by which guests at one address share what a session may otherwise. */
const GUESTS = 1 / 20

const TOKENS = { ada: 'A'.repeat(43), grace: 'G'.repeat(43), nobody: 'N'.repeat(43) }
function findUser(token: string) {
  if (token.startsWith('of ')) return { userId: token.slice(3), session: 's', signedInAt: 0 }
  const [userId] = Object.entries(TOKENS).find(([, known]) => known === token) ?? []
  return userId && userId !== 'nobody' ? { userId, session: 's', signedInAt: 0 } : undefined
}

let app: FastifyInstance
let version = 1
let read = 0
afterEach(() => app.close())

async function start(
  rateLimitScale = 0,
  trustedProxies: string[] = [],
  backendUrl = '',
): Promise<FastifyInstance> {
  const publicUrl = backendUrl && 'https://pages.example'
  app = createApp({ ...readSettings({}), publicUrl, backendUrl, rateLimitScale, trustedProxies })
  app.decorate('responseCache', new ResponseCache(async () => version))
  bind(app, readThing, input => ({ id: input.id, read: ++read, text: 'la '.repeat(1000) }))
  bind(app, writeThing, input => input)
  bind(app, dropThing, input => input)
  bind(app, ownSite, input => input)
  app.decorate('findSession', async token => findUser(token))
  bind(app, ownThing, (input, { userId }) => ({ ...input, userId }))
  bind(app, byEither, (_input, { userId, tab }) => ({ userId, tab }))
  return app
}

const post = (payload: string | object, headers = {}) =>
  app.inject({ method: 'POST', url: '/api/things/a', headers, payload })

it('reads the input from the path and the body (API-03)', async () => {
  await start()
  expect((await post({ note: 'n' })).json()).toEqual({ id: 'a', note: 'n' })
})

it('reads the input of DELETE from the path and the query, and ignores its body (API-03)', async () => {
  await start()
  const drop = (query: string, type: string, payload = '{"note":"b","x":1}') =>
    app.inject({ method: 'DELETE', url: `/api/things/a${query}`, headers: { 'content-type': type }, payload })
  expect((await drop('?note=n', 'application/json')).json()).toEqual({ id: 'a', note: 'n' })
  expect((await drop('', 'text/plain', 'x')).json()).toEqual({ id: 'a' })
  expect((await drop('?x=1', 'application/json')).statusCode).toBe(400)
  expect((await drop('', 'text/plain', 'x'.repeat(70_000))).statusCode).toBe(413)
})

it('accepts as many combining marks as a letter can have, normalized', async () => {
  await start()
  const note = `e${'\u0316\u0301'.repeat(15)}`
  expect((await post({ note })).json()).toEqual({ id: 'a', note: note.normalize('NFC') })
})

it('refuses a text of more than 64 KB before it looks at it (PROP-13)', async () => {
  await start()
  const answer = await post({ note: 'x'.repeat(65_537) })
  expect([answer.statusCode, answer.json().error]).toEqual([400, '"note" holds too long a text.'])
})

it('takes what is left of a character that was cut for an unknown one', async () => {
  await start()
  expect((await post({ note: 'a\ud83d' })).json()).toEqual({ id: 'a', note: 'a\ufffd' })
})

it('repairs texts in lists, which come from files', async () => {
  await start()
  const title = `a\u0000b\n\ud800e${'\u0301'.repeat(99)}`
  const { entries } = (await post({ entries: [{ title }] })).json()
  expect(entries).toEqual([{ title: `ab \ufffdé${'\u0301'.repeat(29)}` }])
})

it('counts an empty JSON body as {}', async () => {
  await start()
  const answer = await post('', { 'content-type': 'application/json' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { id: 'a' }])
  expect((await app.inject({ method: 'POST', url: '/api/things/a' })).statusCode).toBe(200)
})

it.each([
  [{ note: 1 }, 'note: Invalid input: expected string, received number'],
  [{ other: true }, 'Unrecognized key: "other"'],
  [{ id: 'b' }, '"id" is part of the address.'],
  [{ note: 'a\u0000b' }, '"note" holds a control character.'],
  [{ note: `a${'\u0301\u0316'.repeat(16)}` }, '"note" holds too many marks on one letter.'],
  [[], 'The body must be a JSON object.'],
])('refuses %j and says why (PROP-13)', async (body, why) => {
  await start()
  const answer = await post(body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ error: why, requestId: expect.any(String) })
})

it.each([
  'text/plain',
  'application/jsonp',
  'application/x-www-form-urlencoded',
  'application/json;x=1',
  ' ',
])('refuses the content type %j with 415 (API-03)', async type => {
  await start()
  expect((await post('{}', { 'content-type': type })).statusCode).toBe(415)
})

it('rejects a body without a type, a large one and one that poisons prototypes', async () => {
  await start()
  const json = { 'content-type': 'application/json' }
  expect((await post('{}')).statusCode).toBe(415)
  expect((await post({ note: 'x'.repeat(71_000) })).statusCode).toBe(413)
  expect((await post('{"__proto__":{"a":1}}', json)).statusCode).toBe(400)
  expect((await post('{"constructor":{"prototype":{}}}', json)).statusCode).toBe(400)
  expect((await post('{', json)).statusCode).toBe(400)
})

it('rejects malformed ids and overlong paths, and answers 404 for unknown ones', async () => {
  await start()
  const status = async (url: string) => (await app.inject(url)).statusCode
  expect(await status('/api/things/%00')).toBe(400)
  expect(await status('/api/things/%zz')).toBe(400)
  expect(await status('/api/things/a.b')).toBe(400)
  expect(await status(`/api/things/${'a'.repeat(65)}`)).toBe(400)
  expect(await status(`/api/things/${'a'.repeat(3000)}`)).toBe(414)
  expect(await status('/api/things/a?x=1')).toBe(400)
  expect(await status('/api/nothing')).toBe(404)
})

const own = (headers = {}, url = '/api/own/a') => app.inject({ url, headers })

it('answers 401 before it validates the input (API-01, PROP-13)', async () => {
  await start()
  for (const headers of [{}, { 'auth-token': 'nobody' }, { 'auth-token': '' }, { cookie: 'token=of Ada' }]) {
    expect((await own(headers)).statusCode).toBe(401)
    expect((await own(headers, '/api/own/%00')).statusCode).toBe(401)
  }
})

it('passes the signed-in caller to the handler (API-01)', async () => {
  await start()
  const answer = await own({ 'auth-token': 'of Ada' })
  expect([answer.json(), answer.headers['cache-control']]).toEqual([{ id: 'a', userId: 'Ada' }, 'no-store'])
  expect((await app.inject({ method: 'HEAD', url: '/api/own/a' })).statusCode).toBe(405)
})

it('counts listeners by user, not by address', async () => {
  await start(1)
  const as = async (name: string) => (await own({ 'auth-token': `of ${name}` })).statusCode
  expect([await as('Ada'), await as('Ada'), await as('Ada'), await as('Ada')]).toEqual([200, 200, 200, 429])
  expect(await as('Grace')).toBe(200)
})

it('counts a verified session by itself, and callers with other tokens as guests', async () => {
  await start(GUESTS)
  const read = async (token?: string) => {
    const headers = token === undefined ? {} : { cookie: `token=${token}` }
    return (await app.inject({ url: '/api/nothing', headers })).statusCode
  }
  await app.inject({ url: '/api/own/a', headers: { 'auth-token': TOKENS.ada } })
  for (let i = 0; i < 600; i++) await read(i % 2 ? TOKENS.nobody : undefined)
  expect([await read(), await read(TOKENS.nobody), await read(TOKENS.grace)]).toEqual([429, 429, 429])
  for (let i = 0; i < 30; i++) expect(await read(TOKENS.ada)).toBe(404)
  expect(await read(TOKENS.ada)).toBe(429)
})

it('refuses to cache a listener’s response publicly', async () => {
  await start()
  expect(() => bind(app, { ...ownThing, caching: 'public' }, input => input)).toThrow(
    'cannot be cached publicly',
  )
})

it('caches a public response until the catalogue changes, and answers 304 to its ETag', async () => {
  await start()
  // Most answers are asked for once: from the second time on one is kept.
  await app.inject('/api/things/a')
  const first = await app.inject('/api/things/a')
  expect(first.headers['cache-control']).toBe('public, max-age=60')
  const etag = String(first.headers.etag)
  expect((await app.inject('/api/things/a')).body).toBe(first.body)
  const again = await app.inject({ url: '/api/things/a', headers: { 'if-none-match': etag } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const made = String(version)
  expect([first, again].map(({ headers }) => headers[CATALOGUE_HEADER])).toEqual([made, made])
  version++
  await expect.poll(async () => (await app.inject('/api/things/a')).headers.etag, SOON).not.toBe(etag)
})

it('answers a client that asks to revalidate with the current version of the catalogue', async () => {
  await start()
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => now.mockRestore())
  const read = async (headers = {}) => (await app.inject({ url: '/api/things/a', headers })).headers.etag
  await read()
  const first = await read()
  version++
  expect(await read()).toBe(first)
  const second = await read({ 'cache-control': 'max-age=0' })
  expect(second).not.toBe(first)
  version++
  expect(await read({ 'cache-control': 'no-cache' })).not.toBe(second)
})

it('compresses large responses for clients that accept it', async () => {
  await start()
  const answer = await app.inject({ url: '/api/things/a', headers: { 'accept-encoding': 'gzip;q=0, br' } })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(answer.rawPayload.length).toBeLessThan(300)
  expect((await app.inject('/api/things/a')).headers['content-encoding']).toBeUndefined()
})

it('answers HEAD for public operations only', async () => {
  await start()
  const head = await app.inject({ method: 'HEAD', url: '/api/things/a' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(Number(head.headers['content-length'])).toBeGreaterThan(3000)
})

it('rejects a wrong method with 405, and names the allowed ones', async () => {
  await start()
  const put = async (url: string) => {
    const { statusCode, headers, json } = await app.inject({ method: 'PUT', url })
    return [statusCode, headers.allow, json().error]
  }
  const refused = 'This address takes DELETE, GET, HEAD, POST only.'
  expect(await put('/api/things/a?x=1')).toEqual([405, 'DELETE, GET, HEAD, POST', refused])
  expect(await put('/api/by-either')).toEqual([405, 'POST', 'This address takes POST only.'])
  expect(await put('/api/things/a/b')).toEqual([404, undefined, expect.any(String)])
})

it('does not count the preflight route as a known path', async () => {
  await start(0, [], 'https://api.example')
  const answer = await app.inject({ method: 'PUT', url: '/api/nothing' })
  expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined])
})

it('answers 429 with Retry-After beyond the limit, counting unknown paths', async () => {
  await start(GUESTS)
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push((await post({})).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect(Number((await post({})).headers['retry-after'])).toBeGreaterThan(0)
  for (let i = 0; i < 600; i++) await app.inject('/api/nothing')
  expect((await app.inject('/api/nothing')).statusCode).toBe(429)
})

it('counts preflights', async () => {
  await start(GUESTS, [], 'https://api.example')
  const ask = async () => (await app.inject({ method: 'OPTIONS', url: '/api/things/a' })).statusCode
  expect(await ask()).toBe(204)
  for (let i = 0; i < 600; i++) await ask()
  expect(await ask()).toBe(429)
})

it('does not let another site use up the limit of our own pages', async () => {
  await start(GUESTS)
  const from = async (site: string) =>
    (await app.inject({ url: '/api/own-site', headers: { 'sec-fetch-site': site } })).statusCode
  for (let i = 0; i < 9; i++) expect(await from('cross-site')).toBe(403)
  expect([await from('same-origin'), await from('same-origin'), await from('same-origin')]).toEqual([
    200, 200, 429,
  ])
  for (let i = 0; i < 600; i++) await from('cross-site')
  expect(await from('cross-site')).toBe(429)
})

it('authenticates by the header, and only without one by the cookie (READ-26)', async () => {
  await start()
  const by = async (headers: Record<string, string>) => {
    const answer = await app.inject({ method: 'POST', url: '/api/by-either', headers })
    return answer.statusCode === 200 ? answer.json().userId : answer.statusCode
  }
  const { ada, grace, nobody } = TOKENS
  expect(await by({ 'auth-token': ada })).toBe('ada')
  expect(await by({ cookie: `token=${ada}` })).toBe('ada')
  expect(await by({ cookie: `token=${ada}; token=${nobody}; token=x` })).toBe('ada')
  expect(await by({ 'auth-token': grace, cookie: `token=${ada}` })).toBe('grace')
  expect(await by({ 'auth-token': nobody, cookie: `token=${ada}` })).toBe(401)
  expect(await by({ cookie: `token=${ada}; token=${grace}` })).toBe(401)
  expect(await by({ cookie: `token=${nobody}` })).toBe(401)
  expect(await by({})).toBe(401)
})

it('accepts the cookie from our own pages only, and the header from anywhere (READ-26)', async () => {
  await start()
  const by = async (headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: '/api/by-either', headers })).statusCode
  const cookie = `token=${TOKENS.ada}`
  expect(await by({ cookie, 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' })).toBe(200)
  expect(await by({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await by({ cookie, 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await by({ cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' })).toBe(403)
  expect(await by({ cookie, origin: 'https://evil.example' })).toBe(403)
  expect(await by({ cookie, origin: 'null' })).toBe(403)
  expect(await by({ 'auth-token': TOKENS.ada, origin: 'https://evil.example' })).toBe(200)
})

it('ignores the cookie unless the operation accepts it', async () => {
  await start()
  const headers = { cookie: `token=${TOKENS.ada}` }
  expect((await app.inject({ url: '/api/own/a', headers })).statusCode).toBe(401)
})

it('passes the calling tab, if it names itself', async () => {
  await start()
  const tabOf = async (tab: string) => {
    const headers = { 'auth-token': TOKENS.ada, 'tab-id': tab }
    return (await app.inject({ method: 'POST', url: '/api/by-either', headers })).json().tab
  }
  expect([await tabOf('one'), await tabOf('no id')]).toEqual(['one', undefined])
})

it.each(['/api/nothing', '/%', '/api/things/%zz', `/${'a'.repeat(3000)}`])(
  'carries the headers that keep pages safe on the answer to %s',
  async url => {
    await start()
    const { headers } = await app.inject(url)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers).not.toHaveProperty('strict-transport-security')
  },
)

it('asks browsers to stay with HTTPS for a year once PUBLIC_URL has it', async () => {
  await start(0, [], 'https://api.example')
  expect((await app.inject('/api/nothing')).headers['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  )
})

/** Sends text to the listening app; returns all that comes back until the connection ends. */
async function exchange(sent: string, after?: (socket: Socket) => void): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(sent))
  after?.(socket)
  return text(socket)
}

it('answers malformed HTTP with the same headers and a request id', async () => {
  await start()
  const answer = await exchange('no HTTP at all\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
  for (const header of Object.keys(app.baseHeaders)) expect(answer).toContain(`\r\n${header}: `)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    error: 'Bad Request.',
    requestId: expect.any(String),
  })
})

it('refuses a request without a host with the same headers and closes, but not of HTTP/1.0', async () => {
  await start()
  // `exchange` waits until the connection ends.
  const answer = await exchange('GET /api/things/a HTTP/1.1\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1.1 400 .*\r\nconnection: close\r\n.*"The request names no host."/is)
  for (const header of Object.keys(app.baseHeaders)) expect(answer).toContain(`\r\n${header}: `)
  await app.close()
  await start()
  expect(await exchange('GET /api/things/a HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
})

it('answers a request with an unknown expectation like any other', async () => {
  await start()
  const answer = await exchange(
    'GET /api/nothing HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nexpect: x\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1.1 404 /)
  for (const header of Object.keys(app.baseHeaders)) expect(answer).toContain(`\r\n${header}: `)
})

it.each([
  ['two kinds of length', 'content-length: 3\r\ntransfer-encoding: chunked'],
  ['two lengths', 'content-length: 2\r\ncontent-length: 60'],
  ['an odd length', 'content-length: +2'],
  ['an odd encoding', 'transfer-encoding: identity, chunked\r\ntransfer-encoding: x'],
  ['a space before the colon', 'content-length : 2'],
  ['a folded header', 'x: a\r\n content-length: 60'],
])('refuses a request with %s, and whatever follows it', async (_what, headers) => {
  await start()
  const smuggled = 'GET /api/things/smuggled HTTP/1.1\r\nhost: localhost\r\n\r\n'
  const sent = `POST /api/things/a HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n\r\n{}${smuggled}`
  const answer = await exchange(sent)
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer.match(/HTTP\/1.1 /g)).toHaveLength(1)
})

it('answers 503 to new requests while stopping, and finishes pending ones', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  await start()
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<string>()
  app.get('/slow', () => {
    begun.resolve()
    return finish.promise
  })
  const refused = new Promise<void>(resolve => {
    app.addHook('onError', async () => resolve())
  })
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const answers = await exchange(request('/slow'), async socket => {
    await begun.promise
    void app.close()
    socket.write(request('/api/nothing'))
    await refused
    finish.resolve('done')
  })
  const [, first = '', second = ''] = answers.split('HTTP/1.1 ')
  expect(first).toMatch(/^200 OK.*done$/s)
  expect(second).toMatch(/^503 .*retry-after: \d+\r\n.*x-content-type-options: nosniff/s)
  expect(JSON.parse(second.split('\r\n\r\n')[1] ?? '')).toEqual({
    error: 'The service is stopping: try again in a moment.',
    requestId: expect.any(String),
  })
})

it('counts by the address a trusted proxy reports, and trusts nobody else', async () => {
  const from = (client: string) => post({}, { 'x-forwarded-for': `203.0.113.9, ${client}` })
  await start(GUESTS, ['127.0.0.1'])
  for (let i = 0; i < 3; i++) await from('198.51.100.1')
  expect([(await from('198.51.100.1')).statusCode, (await from('198.51.100.2')).statusCode]).toEqual([
    429, 200,
  ])
  await app.close()
  await start(GUESTS)
  for (let i = 0; i < 3; i++) await from(`198.51.100.${i}`)
  expect((await from('198.51.100.9')).statusCode).toBe(429)
})
