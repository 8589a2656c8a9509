import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { flacBytes, tone } from '@refrain/audio/testing/audio-files'
import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { createUser } from '@refrain/contract/account/sign-in'
import { addressRates, byteLimits } from '@refrain/contract/limits'
import { uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { watchLiveUpdates } from '../cluster/testing/watch-live-updates.ts'
import { LiveUpdates } from '../live-updates/live-updates.ts'
import type { Settings } from '../settings.ts'
import { makePostgres } from '../testing/databases/both-databases.ts'
import { MULTIPART_TYPE, multipartOf } from '../testing/multipart.ts'
import { seed } from '../testing/seed.ts'
import { hasApache, startApache } from '../testing/servers/apache.ts'
import { hasCaddy, startCaddy } from '../testing/servers/caddy.ts'
import { freePort } from '../testing/servers/free-port.ts'
import { startNginx } from '../testing/servers/nginx.ts'
import { signUp } from '../testing/sign-up.ts'
import { startApp } from '../testing/start-app.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** Of an app, and of a link in an email. */
const SECRET_ADDRESSES = [
  '/rest/ping?u=ada&p=secret',
  '/rest/ping.view?apiKey=secret',
  '/mail-settings?key=secret',
]
const SOON = { timeout: 10_000 }

describe.each([
  { name: 'nginx', isThere: true, startProxy: (port: number) => startNginx([port]) },
  { name: 'Caddy', isThere: hasCaddy, startProxy: startCaddy },
  { name: 'Apache', isThere: hasApache, startProxy: startApache },
])('behind $name with its shipped configuration', ({ isThere, startProxy }) => {
  async function start(settings: Partial<Settings> = {}) {
    const { open, end } = await makePostgres()
    onTestFinished(end)
    const liveUpdates = new LiveUpdates(open)
    const app = await startApp(open, {
      liveUpdates,
      settings: { publicUrl: 'https://music.example.org', trustedProxies: ['127.0.0.1'], ...settings },
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { address, stop } = await startProxy((app.server.address() as AddressInfo).port)
    onTestFinished(stop)
    return { open, app, address, liveUpdates }
  }

  it.skipIf(!isThere)('passes live updates on at once', async () => {
    const { open, app, address, liveUpdates } = await start()
    const { [TOKEN_HEADER]: token } = await signUp(app)
    const { user_id: userId } = await open.db
      .selectFrom('sessions')
      .select('user_id')
      .executeTakeFirstOrThrow()
    const arrived = await watchLiveUpdates(address, token)
    liveUpdates.publish({ userId }, 'likes')
    await expect.poll(() => arrived('likes'), SOON).toBe(1)
  })

  it.skipIf(!isThere)('answers ranges of audio files', async () => {
    const { open, address } = await start()
    const [music, sound] = [temporaryFolder(), tone(44_100)]
    const bytes = await flacBytes(sound)
    writeFileSync(join(music, 'tone.flac'), bytes)
    const put = seed(open.db)
    const artist = await put.artist('Ada')
    const album = await put.album('First', artist)
    const given = { codec: 'flac', url: 'tone.flac', true_samples: sound.length, priming_samples: 0 } as const
    await put.file(join(music, 'tone.flac'), music, await put.track('Tone', album, [artist], given))
    const answer = await fetch(`${address}/audio/${album}/tone.flac`, { headers: { range: 'bytes=100-199' } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-199/${bytes.length}`,
    ])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(bytes.subarray(100, 200)))
  })

  it.skipIf(!isThere)(
    'lets uploads through up to the limit of the service, which answers above it',
    async () => {
      const { app, address } = await start()
      const ada = await signUp(app)
      const upload = async (size: number) => {
        const body = multipartOf([{ name: 'file', bytes: Buffer.alloc(size), filename: 'me.png' }])
        const answer = await fetch(address + uploadUserPicture.path, {
          method: 'POST',
          headers: { ...ada, 'content-type': MULTIPART_TYPE },
          body,
        })
        return [answer.status, answer.headers.get('content-type')]
      }
      const json = expect.stringContaining('application/json')
      expect(await upload(byteLimits.picture)).toEqual([415, json])
      expect(await upload(byteLimits.picture + 1)).toEqual([413, json])
    },
  )

  it.skipIf(!isThere)('passes on the longest cookies', async () => {
    const { address } = await start()
    const cookie = `other=${'x'.repeat(byteLimits.cookieHeader - 100)}`
    expect((await fetch(`${address}/api/fetchartists`, { headers: { cookie } })).status).toBe(200)
  })

  it.skipIf(!isThere)('counts listeners by their own addresses, whatever they claim', async () => {
    const { address } = await start({ rateLimitScale: 1 })
    let accounts = 0
    const signUpFrom = (localAddress: string) => {
      accounts++
      return post(`${address}${createUser.path}`, localAddress, {
        headers: { 'x-forwarded-for': `198.51.100.${accounts}`, forwarded: `for=198.51.100.${accounts}` },
        body: { name: 'Ada', email: `ada${accounts}@example.org`, password: 'analytical engine' },
      })
    }
    for (let n = 0; n < addressRates.signUp.calls; n++) expect(await signUpFrom('127.0.0.2')).toBe(200)
    expect(await signUpFrom('127.0.0.2')).toBe(429)
    expect(await signUpFrom('127.0.0.3')).toBe(200)
  })
})

it('behind nginx no request fails while the processes restart one after the other', async () => {
  const { open, end } = await makePostgres()
  onTestFinished(end)
  const ports = [await freePort(), await freePort()]
  const startProcess = async (port: number) => {
    const app = await startApp(open, { settings: { trustedProxies: ['127.0.0.1'] } })
    await app.listen({ port, host: '127.0.0.1' })
    return app
  }
  const apps = await Promise.all(ports.map(startProcess))
  const { address, stop } = await startNginx(ports)
  onTestFinished(stop)
  const statuses: number[] = []
  const ask = async () => statuses.push((await fetch(`${address}/healthz`)).status)
  // More than nginx has processes to choose from.
  const askAll = async () => {
    for (let n = 0; n < 8; n++) await ask()
  }
  await askAll()
  for (const [n, port] of ports.entries()) {
    await apps[n]?.close()
    await askAll()
    apps[n] = await startProcess(port)
  }
  await askAll()
  expect(statuses).toEqual(statuses.map(() => 200))
})

/** Sends JSON from one of this machine's loopback addresses. @returns the status */
function post(
  address: string,
  localAddress: string,
  { headers, body }: { headers: Record<string, string>; body: object },
): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const all = { ...headers, 'content-type': 'application/json' }
  const sent = request(address, { method: 'POST', localAddress, headers: all }, answer => {
    answer.resume()
    resolve(answer.statusCode)
  })
  sent.once('error', reject).end(JSON.stringify(body))
  return promise
}

it('keeps secrets in addresses out of the logs of nginx, also while the service is away (SUB-29)', async () => {
  const nginx = await startNginx([await freePort()])
  onTestFinished(nginx.stop)
  const read = async (path: string) => (await fetch(`${nginx.address}${path}`)).status
  for (const path of SECRET_ADDRESSES) expect(await read(path)).toBe(502)
  expect(await read(`/rest/ping?p=secret&x=${'x'.repeat(70_000)}`)).toBe(414)
  for (const path of [
    '//rest/ping?p=secret',
    '/Rest?p=secret',
    '/mail-settings/?key=secret',
    '/apps/music/rest/ping?p=secret',
  ])
    expect(await read(path)).toBe(502)
  expect(await read('/albums')).toBe(502)
  const lines = await vi.waitFor(() => {
    const log = readFileSync(nginx.logFile, 'utf8')
    expect(log).toContain('"GET /albums HTTP/1.1" 502')
    return log
  }, SOON)
  expect(lines).not.toContain('secret')
})
