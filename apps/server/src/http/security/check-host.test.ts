import { hostname } from 'node:os'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readSettings, type Settings } from '../../settings.ts'
import { createApp } from '../create-app.ts'

function start(settings: Partial<Settings> = {}) {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const app = createApp({ ...readSettings({}), rateLimitScale: 0, ...settings })
  app.get('/thing', () => 'read')
  app.get('/health', { config: { anyHost: true } }, () => 'ok')
  onTestFinished(async () => {
    await app.close()
    log.mockRestore()
  })
  const status = async (host: string, headers = {}, url = '/thing') =>
    (await app.inject({ url, headers: { host, ...headers } })).statusCode
  return { app, log, status }
}

it.each([
  'localhost',
  'localhost:3000',
  'LOCALHOST.',
  'refrain.localhost:3000',
  '127.0.0.1:3000',
  '192.168.1.20',
  '[::1]:3000',
  '[fe80::1]',
  hostname(),
  `${hostname().split('.')[0]}.local:3000`,
])('answers the host %s', async host => {
  expect(await start().status(host)).toBe(200)
})

it.each([
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.local',
  '[::1].evil.example',
  'evil.example:80:80',
  '2130706433',
  // No address can hold these.
  'localhost:99999',
  'a b.localhost',
  '%.localhost',
])('refuses the host %s, which a hostile page may have pointed here', async host => {
  const { app, status, log } = start()
  expect(await status(host)).toBe(421)
  expect(await status(host, {}, '/nothing')).toBe(421)
  const refused = await app.inject({ url: '/thing', headers: { host } })
  expect(refused.json()).toEqual({
    error: expect.stringMatching(/PUBLIC_URL/),
    requestId: expect.any(String),
  })
  // Once, however often it is asked for.
  expect(log.mock.calls).toEqual([[expect.stringMatching(/unknown host .*PUBLIC_URL/)]])
})

it('checks X-Forwarded-Host of a trusted proxy as well as Host', async () => {
  const { status } = start({ trustedProxies: ['127.0.0.1'] })
  const forwarded = { 'x-forwarded-host': 'evil.example' }
  expect(await status('localhost', forwarded)).toBe(421)
  expect(await status('localhost', { 'x-forwarded-host': '192.168.1.20' })).toBe(200)
  expect(await status('evil.example', { 'x-forwarded-host': 'localhost' })).toBe(421)
  // Of anybody else the header means nothing.
  expect(await start().status('localhost', forwarded)).toBe(200)
})

it('answers the name it listens on, and with PUBLIC_URL every name', async () => {
  expect(await start({ host: 'Music.Home' }).status('music.home:3000')).toBe(200)
  expect(await start({ publicUrl: 'https://music.example.org' }).status('refrain')).toBe(200)
})

it('answers health checks by any name', async () => {
  expect(await start().status('refrain', {}, '/health')).toBe(200)
})

it('refuses another name after one that it has accepted', async () => {
  const { status } = start({ trustedProxies: ['127.0.0.1'] })
  for (let n = 0; n < 2; n++) {
    expect(await status('localhost')).toBe(200)
    expect(await status('evil.example')).toBe(421)
    expect(await status('localhost', { 'x-forwarded-host': 'evil.example' })).toBe(421)
    expect(await status('evil.example', { 'x-forwarded-host': 'localhost' })).toBe(421)
  }
  expect(await status('refrain', {}, '/health')).toBe(200)
  expect(await status('refrain')).toBe(421)
})
