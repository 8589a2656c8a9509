import type { Redis } from 'ioredis'
import type { OpenDatabase } from '../database/open.ts'
import { log } from '../log/log.ts'
import { connectRedis } from './connect-redis.ts'
import { createRedisCountStore } from './redis-count-store.ts'
import { createRedisPubSub } from './redis-pub-sub.ts'

/** Lets the processes on a database exchange messages and counts through Redis instead. Redis need not be there yet. */
export async function shareThroughRedis(open: OpenDatabase, redisUrl: string): Promise<OpenDatabase> {
  const redis = await connectRedis(redisUrl)
  logConnection(redis)
  return {
    ...open,
    pubSub: createRedisPubSub(redis, redisUrl),
    counts: createRedisCountStore(redis),
    async close() {
      redis.disconnect()
      await open.close()
    },
  }
}

/** Logs why Redis cannot be used, once until it can. */
function logConnection(redis: Redis): void {
  let isAway = false
  redis.on('error', (error: NodeJS.ErrnoException) => {
    if (!isAway) log.warn(`Redis cannot be used (${error.message || error.code}): see REDIS_URL.`)
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) log.info('Redis can be used again.')
    isAway = false
  })
}
