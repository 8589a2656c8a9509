import { expect, it, onTestFinished, vi } from 'vitest'
import { readSettings } from '../../settings.ts'
import { createApp } from '../create-app.ts'

function start(trustedProxies: string[]) {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const app = createApp({ ...readSettings({}), rateLimitScale: 0, trustedProxies })
  app.get('/', () => 'read')
  onTestFinished(async () => {
    await app.close()
    log.mockRestore()
  })
  return { log, ask: (headers: Record<string, string>) => app.inject({ url: '/', headers }) }
}

it.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded'])(
  'says once that a peer which sends %s is not trusted',
  async name => {
    const { log, ask } = start(['10.0.0.0/8', '::1', 'uniquelocal'])
    await ask({})
    expect(log).not.toHaveBeenCalled()
    await ask({ [name]: '198.51.100.1' })
    await ask({ [name]: '198.51.100.2' })
    expect(log.mock.calls).toEqual([
      [expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1 sent ${name} .*TRUSTED_PROXIES`))],
    ])
  },
)

it.each(['127.0.0.1', '127.0.0.0/8', 'loopback'])('says nothing of a proxy trusted as %s', async proxy => {
  const { log, ask } = start([proxy])
  await ask({ 'x-forwarded-for': '198.51.100.1' })
  expect(log).not.toHaveBeenCalled()
})
