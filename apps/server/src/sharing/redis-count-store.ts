import type { Redis } from 'ioredis'
import { type CountStore, type SharedCount, UnclearCountError } from './count-store.ts'

const PREFIX = 'refrain:count:'
/** ioredis' error after `commandTimeout`; Redis may still run the command. */
const TIMED_OUT = /timed out/i

/** Counts in Redis or Valkey, which forgets them when their windows end. */
export function createRedisCountStore(redis: Redis): CountStore {
  return {
    async add(changes) {
      const pipeline = redis.pipeline()
      for (const { key, add, msLeft } of changes) {
        const name = PREFIX + key
        pipeline.set(name, 0, 'PX', Math.ceil(msLeft), 'NX').incrby(name, add).pttl(name)
      }
      const replies = ((await pipeline.exec()) ?? []).map(([error, reply]) => {
        if (error) throw TIMED_OUT.test(error.message) ? new UnclearCountError(error.message) : error
        return Number(reply)
      })
      const counts: SharedCount[] = []
      for (const [at, { key, msLeft }] of changes.entries()) {
        const [count = 0, left = 0] = replies.slice(at * 3 + 1, at * 3 + 3)
        // The window ended between the commands, and the count would stay forever.
        if (left < 0) await redis.pexpire(PREFIX + key, Math.ceil(msLeft))
        counts.push({ count: Math.max(0, count), msLeft: left < 0 ? msLeft : left })
      }
      return counts
    },
  }
}
