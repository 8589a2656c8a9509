import { expect, it, onTestFinished, vi } from 'vitest'
import { LiveUpdates } from '../live-updates/live-updates.ts'
import { startRedis } from '../testing/servers/redis-server.ts'
import { connectRedis } from './connect-redis.ts'
import { createRedisPubSub } from './redis-pub-sub.ts'

/** However slow the machine is. */
const SOON = { timeout: 20_000 }

/** Live updates of a process, with an open page of Ada. */
async function startProcess(url: string) {
  const redis = await connectRedis(url)
  const liveUpdates = new LiveUpdates({ pubSub: createRedisPubSub(redis, url) })
  onTestFinished(async () => {
    await liveUpdates.close()
    redis.disconnect()
  })
  const received: string[] = []
  return {
    received,
    publish: () => liveUpdates.publish({ userId: 'ada' }, 'likes'),
    async open() {
      await liveUpdates.connect()
      liveUpdates.subscribe({
        userId: 'ada',
        tab: undefined,
        send: ({ kind }) => received.push(kind),
        checkSession: () => {},
        end: () => {},
      })
    },
  }
}

it('carries live updates between processes, and has pages reload what they missed while Redis was away', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  const redis = await startRedis()
  onTestFinished(() => redis.kill())
  const [one, other] = [await startProcess(redis.url), await startProcess(redis.url)]
  await Promise.all([one.open(), other.open()])
  one.publish()
  await expect.poll(() => [one.received, other.received], SOON).toEqual([['likes'], ['likes']])

  await redis.kill()
  await expect
    .poll(() => {
      one.publish()
      return one.received.length
    }, SOON)
    .toBeGreaterThan(1)
  expect(other.received).toEqual(['likes'])
  // A page that is opened meanwhile works, too.
  const late = await startProcess(redis.url)
  await late.open()
  one.publish()
  one.publish()
  await redis.start()
  for (const { received } of [one, other, late])
    await expect.poll(() => received, SOON).toContain('playlists')
  expect(log.mock.calls).toEqual([
    [expect.stringMatching(/^Live updates reach only the pages of this process/)],
  ])
  late.received.length = 0
  await expect
    .poll(() => {
      one.publish()
      return late.received
    }, SOON)
    .toContain('likes')
})
