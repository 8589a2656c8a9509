import { expect, it, onTestFinished, vi } from 'vitest'
import type { OpenDatabase } from '../database/open.ts'
import { startRedis } from '../testing/servers/redis-server.ts'
import { shareThroughRedis } from './share-through-redis.ts'

/** However slow the machine is. */
const SOON = { timeout: 20_000 }

it('starts without Redis, says once why it is not used, and uses it when it comes', async () => {
  const [warn, log] = [
    vi.spyOn(console, 'warn').mockReturnValue(),
    vi.spyOn(console, 'log').mockReturnValue(),
  ]
  const redis = await startRedis()
  await redis.kill()
  const database: Pick<OpenDatabase, 'close'> = { close: async () => {} }
  const open = await shareThroughRedis(database as OpenDatabase, redis.url)
  onTestFinished(async () => {
    await open.close()
    await redis.kill()
    warn.mockRestore()
    log.mockRestore()
  })
  const publish = () =>
    open.pubSub?.publish('hello').then(
      () => 'sent',
      () => 'failed',
    )
  await expect.poll(() => warn.mock.calls.length, SOON).toBe(1)
  expect(await publish()).toBe('failed')
  await redis.start()
  await expect.poll(publish, SOON).toBe('sent')
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^Redis cannot be used \(.*ECONNREFUSED.*REDIS_URL\.$/)],
  ])
  expect(log.mock.calls).toEqual([['Redis can be used again.']])
  const counts = await open.counts?.add([{ key: 'a', add: 2, msLeft: 60_000 }])
  expect(counts).toMatchObject([{ count: 2 }])
})
