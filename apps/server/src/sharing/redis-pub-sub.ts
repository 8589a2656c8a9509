import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { PubSub } from '../database/open.ts'
import { connectRedis } from './connect-redis.ts'

/** How long a subscriber waits for its first connection. */
const FIRST_CONNECTION_MS = 1_000

/**
 * Messages through Redis or Valkey. Subscribing succeeds while Redis is away: the subscriber is told of a reconnection once
 * messages arrive.
 * @param redis sends; each subscription has a connection of its own
 */
export function createRedisPubSub(redis: Redis, url: string): PubSub {
  // Channels do not belong to a database of Redis, as keys do.
  const channel = `refrain:${redis.options.db ?? 0}:changes`
  return {
    async publish(text) {
      await redis.publish(channel, text)
    },
    async subscribe(onMessage, onReconnect) {
      const { promise: subscribed, resolve } = Promise.withResolvers<void>()
      let mayHaveMissed = false
      const subscriber = await connectRedis(url)
      subscriber.on('message', (_channel, text) => onMessage(text))
      subscriber.on('ready', () => {
        subscriber.subscribe(channel).then(
          () => {
            if (mayHaveMissed) onReconnect()
            mayHaveMissed = true
            resolve()
          },
          // Ends in another connection, unless Redis refuses the command.
          () => subscriber.disconnect(true),
        )
      })
      await Promise.race([subscribed, wait(FIRST_CONNECTION_MS, undefined, { ref: false })])
      mayHaveMissed = true
      return async () => subscriber.disconnect()
    },
  }
}
