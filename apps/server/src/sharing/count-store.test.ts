import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makePostgres } from '../testing/databases/both-databases.ts'
import { startRedis } from '../testing/servers/redis-server.ts'
import { connectRedis } from './connect-redis.ts'
import { type CountStore, UnclearCountError } from './count-store.ts'
import { createRedisCountStore } from './redis-count-store.ts'

const MINUTE_MS = 60_000

describe.each([
  ['PostgreSQL', openPostgresStore],
  ['Redis', openRedisStore],
])('counts in %s', (_name, openStore) => {
  let store: CountStore
  beforeAll(async () => {
    const { counts, end } = await openStore()
    store = counts
    return end
  })
  const count = async (key: string, add: number, msLeft = MINUTE_MS) =>
    (await store.add([{ key, add, msLeft }]))[0]

  it('add up what processes send, each in the order of its keys', async () => {
    const keys = ['b', 'a', 'c']
    const send = (add: number) => store.add(keys.map(key => ({ key, add, msLeft: MINUTE_MS })))
    expect(await send(1)).toMatchObject([{ count: 1 }, { count: 1 }, { count: 1 }])
    await count('a', 5)
    expect(await send(2)).toMatchObject([{ count: 3 }, { count: 8 }, { count: 3 }])
  })

  it('lose none of those that arrive at the same time', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => `together ${n}`)
    const forward = keys.map(key => ({ key, add: 1, msLeft: MINUTE_MS }))
    const batches = Array.from({ length: 10 }, (_, n) => (n % 2 ? forward : forward.toReversed()))
    await Promise.all(batches.map(batch => store.add(batch)))
    expect(await store.add(forward)).toEqual(forward.map(() => expect.objectContaining({ count: 11 })))
  })

  it('end with the window of the process that began it', async () => {
    await count('window', 1, MINUTE_MS / 2)
    const later = await count('window', 1)
    expect(later?.count).toBe(2)
    expect(later?.msLeft).toBeGreaterThan(0)
    expect(later?.msLeft).toBeLessThanOrEqual(MINUTE_MS / 2)
  })

  it('start anew when their window has ended', async () => {
    await count('short', 7, 1)
    await expect.poll(async () => (await count('short', 0, 1))?.count).toBe(0)
    expect(await count('short', 1)).toMatchObject({ count: 1 })
  })

  it('take back what is not counted after all', async () => {
    await count('refunded', 3)
    expect(await count('refunded', -2)).toMatchObject({ count: 1 })
    expect(await count('never counted', -1)).toMatchObject({ count: 0 })
  })
})

it('a stalled Redis may have counted what it has not acknowledged', async () => {
  const { server, counts, end } = await openRedisStore()
  onTestFinished(end)
  const add = (count: number) => counts.add([{ key: 'stalled', add: count, msLeft: MINUTE_MS }])
  await add(1)
  server.stall()
  await expect(add(2)).rejects.toBeInstanceOf(UnclearCountError)
  server.resume()
  await expect.poll(() => add(0), { timeout: 20_000 }).toMatchObject([{ count: 3 }])
})

async function openPostgresStore() {
  const { open, end } = await makePostgres()
  return { counts: open.counts as CountStore, end }
}

async function openRedisStore() {
  const server = await startRedis()
  const redis = await connectRedis(server.url)
  await new Promise(resolve => redis.once('ready', resolve))
  const end = async () => {
    redis.disconnect()
    await server.kill()
  }
  return { server, counts: createRedisCountStore(redis), end }
}
