import rateLimit from '@fastify/rate-limit'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { RequestError } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    rateLimitScale: number
  }
}

/** What guests may ask for in a minute from one address, over all calls without a limit of their own. */
const READS_PER_MINUTE = 600

/**
 * Counts requests by address (IPv6 by /64). Addresses that do not exist count too.
 * @param scale multiplies every limit; 0 switches them off.
 */
export async function registerRateLimits(app: FastifyInstance, scale: number): Promise<void> {
  app.decorate('rateLimitScale', scale)
  if (scale === 0) return
  const unspoken = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    max: scaled(READS_PER_MINUTE, scale),
    timeWindow: 60_000,
    cache: 10_000,
    addHeadersOnExceeding: unspoken,
    addHeaders: { ...unspoken, 'retry-after': true },
    errorResponseBuilder: () => new RequestError(429, 'Too many requests: wait a minute.'),
  })
}

/** A route's own limit; without `perMinute` it shares the common one. */
export function limitRate(app: FastifyInstance, perMinute: number | undefined): FastifyContextConfig {
  if (perMinute === undefined || app.rateLimitScale === 0) return {}
  return { rateLimit: { max: scaled(perMinute, app.rateLimitScale), timeWindow: 60_000 } }
}

const scaled = (limit: number, scale: number) => Math.max(1, Math.round(limit * scale))
