import { type AddressInfo, createServer } from 'node:net'
import { toDeviceToken, WEB_PUSH_PREFIX } from '@refrain/contract/notifications/devices'
import { beforeEach, expect, it, type MockInstance, onTestFinished, vi } from 'vitest'
import webPush from 'web-push'
import { readSettings } from '../../settings.ts'
import { startPushService } from '../../testing/servers/push-service.ts'
import { openPushTransport } from './open-push-transport.ts'

const MESSAGE = { title: 'Nina – „Óx“', body: 'New: 春', url: '/album/a1', tag: 'album a1' }
const inADay = () => Date.now() + 86_400_000
const PUBLIC_URL = 'https://music.example.org'

let log: MockInstance
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const again = vi.spyOn(console, 'log').mockImplementation(() => {})
  return () => {
    log.mockRestore()
    again.mockRestore()
  }
})

async function start(hosts = '127.0.0.1') {
  const settings = readSettings({ PUSH_HOSTS: hosts, PUBLIC_URL })
  const keys = webPush.generateVAPIDKeys()
  const service = await startPushService()
  const transport = openPushTransport({ ...settings, keys: async () => keys, fcmAccount: undefined })
  return { publicKey: keys.publicKey, service, transport }
}

it('sends a message that only the browser can decrypt, signed with the key it subscribed with (NOT-02)', async () => {
  const { service, transport, publicKey } = await start()
  expect(await transport.send(service.subscribe(publicKey), MESSAGE, inADay())).toBe('sent')
  const [{ message, headers, claims } = expect.fail()] = service.received
  expect(message).toEqual(MESSAGE)
  expect(claims).toMatchObject({ aud: service.origin, sub: PUBLIC_URL })
  expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' })
  // The topic must not reveal what the message is about.
  expect(headers.topic).toMatch(/^[\w-]{32}$/)
})

it('reports an ended subscription as gone, a refusal as refused, anything else as to be retried', async () => {
  const { service, transport, publicKey } = await start()
  const token = service.subscribe(publicKey)
  for (const [status, outcome] of [
    [410, 'gone'],
    [404, 'gone'],
    [429, 'later'],
    [500, 'later'],
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
    // Nobody is followed elsewhere.
    [307, 'later'],
    [201, 'sent'],
    [500, 'later'],
  ] as const) {
    service.answerWith(status)
    expect([status, await transport.send(token, MESSAGE, inADay())]).toEqual([status, outcome])
  }
  expect(service.received).toHaveLength(1)
  const logged = JSON.stringify(log.mock.calls)
  // Logged once until a message goes through again.
  expect(log).toHaveBeenCalledTimes(2)
  expect(logged).toContain('429')
  // Anyone who knows the endpoint could send to it.
  expect(logged).not.toContain('/send/')
})

it.each([
  ['never answers', ''],
  ['answers without an end', 'HTTP/1.1 201 Created\r\nX-Words: '.padEnd(1_000, '.')],
])('gives up a push service that %s, to try again later', async (_, words) => {
  const { timeout } = AbortSignal
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 500))
  const server = createServer(socket => {
    socket.on('error', () => {})
    let at = 0
    const dripping = setInterval(() => at < words.length && socket.write(words[at++] as string), 20)
    socket.on('close', () => clearInterval(dripping))
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    limit.mockRestore()
    server.close()
  })
  const { service, transport, publicKey } = await start()
  const { port } = server.address() as AddressInfo
  const { endpoint, keys } = JSON.parse(
    Buffer.from(service.subscribe(publicKey).slice(WEB_PUSH_PREFIX.length), 'base64url').toString(),
  )
  const hanging = toDeviceToken({ endpoint: Object.assign(new URL(endpoint), { port }).href, keys })
  expect(await transport.send(hanging, MESSAGE, inADay())).toBe('later')
})

it('asks the push service to keep a message only until it expires', async () => {
  const { service, transport, publicKey } = await start()
  const token = service.subscribe(publicKey)
  for (const left of [90_000, -1_000]) await transport.send(token, MESSAGE, Date.now() + left)
  const [first, second] = service.received.map(({ headers }) => Number(headers.ttl))
  expect([89, 90]).toContain(first)
  expect(second).toBe(0)
})

it('logs a failing push service once, however many addresses it has', async () => {
  const { transport, publicKey, service } = await start('*.push.invalid')
  const { keys } = JSON.parse(Buffer.from(service.subscribe(publicKey).slice(3), 'base64url').toString())
  for (let n = 0; n < 5; n++) {
    const token = toDeviceToken({ endpoint: `https://host-${n}.push.invalid/send`, keys })
    expect(await transport.send(token, MESSAGE, inADay())).toBe('later')
  }
  expect(log.mock.calls).toEqual([
    ['push service fails', { service: '*.push.invalid', error: expect.any(String) }],
  ])
})

it('sends only to known push services', async () => {
  const { service, transport, publicKey } = await start('*.example.org')
  expect(await transport.send(service.subscribe(publicKey), MESSAGE, inADay())).toBe('refused')
  expect(service.received).toEqual([])
})

it('refuses to start if the list of push services holds anything but host names', () => {
  for (const hosts of ['https://push.example.org', '*', 'push.example.org/all', '*.*.example.org'])
    expect(() => readSettings({ PUSH_HOSTS: hosts })).toThrow(/PUSH_HOSTS/)
  expect(readSettings({ PUSH_HOSTS: 'Push.example.org,*.example.com' }).pushHosts).toEqual([
    'push.example.org',
    '*.example.com',
  ])
})

it('retries while a push service is away', async () => {
  const { transport, publicKey, service } = await start()
  const token = service.subscribe(publicKey)
  const { endpoint, keys } = JSON.parse(Buffer.from(token.slice(3), 'base64url').toString())
  const away = toDeviceToken({ endpoint: endpoint.replace(service.origin, 'http://127.0.0.1:1'), keys })
  expect(await transport.send(away, MESSAGE, inADay())).toBe('later')
})

it('keeps messages for Firebase while it is not configured', async () => {
  const { transport } = await start()
  expect(await transport.send('a-device-of-Firebase:somewhere', MESSAGE, inADay())).toBe('later')
})
