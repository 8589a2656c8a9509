import type { Redis } from 'ioredis'

const TIMEOUT_MS = 3_000
const MAX_RETRY_MS = 1_000

/** Commands fail at once while the connection is lost: their callers have something better to do than to wait. */
const OPTIONS = {
  connectTimeout: TIMEOUT_MS,
  commandTimeout: TIMEOUT_MS,
  enableOfflineQueue: false,
  // A repeated command would count twice.
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), MAX_RETRY_MS),
}

/** Connects in the background, again and again when the connection is lost. */
export async function connectRedis(url: string): Promise<Redis> {
  // Loaded only if it is used.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, OPTIONS)
  // Whoever needs the connection gets an error of its own.
  redis.on('error', () => {})
  return redis
}
