import type { OpenDatabase } from '../database/open.ts'
import { connectRedis } from './connect-redis.ts'
import { createRedisCountStore } from './redis-count-store.ts'
import { createRedisPubSub } from './redis-pub-sub.ts'

/** Lets the processes on a database exchange messages and counts through Redis instead. Redis need not be there yet. */
export async function shareThroughRedis(open: OpenDatabase, redisUrl: string): Promise<OpenDatabase> {
  const redis = await connectRedis(redisUrl)
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
