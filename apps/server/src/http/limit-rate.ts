import type { Socket } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { Operation } from '@refrain/contract/operation'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { RequestError } from './errors.ts'
import { RateLimiter } from './rate-limiter.ts'

declare module 'fastify' {
  interface FastifyInstance {
    rateLimitScale: number
    /** Counts a request against what an address may ask for in all; for addresses that do not exist. */
    countRequest: (request: FastifyRequest) => void
  }
  interface FastifyContextConfig {
    /** Requests a minute and address that this route has to itself; 0: as many as come. */
    perMinute?: number
  }
}

/** What guests may ask for in a minute from one address, over all calls without a limit of their own. */
const READS_PER_MINUTE = 600

/**
 * Counts requests by address (IPv6 by /64). Addresses that do not exist count too.
 * @param scale multiplies every limit; 0 switches them off.
 */
export function registerRateLimits(app: FastifyInstance, scale: number): void {
  const count = (limiter: RateLimiter, request: FastifyRequest): RequestError | undefined => {
    const seconds = limiter.take(addressOf(request), performance.now())
    return seconds > 0 ? new TooManyError(seconds) : undefined
  }
  const limiterOf = (perMinute: number) => new RateLimiter(scaled(perMinute, scale))
  const common = limiterOf(READS_PER_MINUTE)
  app.decorate('rateLimitScale', scale)
  app.decorate('countRequest', (request: FastifyRequest) => {
    const refusal = scale === 0 ? undefined : count(common, request)
    if (refusal) throw refusal
  })
  if (scale === 0) return
  app.addHook('onRoute', route => {
    const { perMinute } = route.config ?? {}
    if (perMinute === 0) return
    const limiter = perMinute === undefined ? common : limiterOf(perMinute)
    const limit: onRequestHookHandler = (request, _reply, done) => done(count(limiter, request))
    // What the route itself refuses is not counted against its limit.
    route.onRequest = [...[route.onRequest ?? []].flat(), limit]
  })
}

/** 429: the same may go through after `retryAfter` seconds. */
export class TooManyError extends RequestError {
  override name = 'TooManyError'
  constructor(seconds: number) {
    super(
      429,
      seconds > 60 ? 'Too many requests: try again later.' : 'Too many requests: wait a minute.',
      seconds,
    )
  }
}

/** A limit as the operator scales it; at least 1. */
export function scaled(most: number, scale: number): number {
  return Math.max(1, Math.round(most * scale))
}

/** Counts an operation by who is signed in. The counter throws TooManyError beyond the operation's limit. */
export function limitUser(scale: number, { perUser }: Operation): (userId: string) => void {
  if (!perUser || scale === 0) return () => {}
  const limiter = new RateLimiter(scaled(perUser.calls, scale), perUser.seconds)
  return userId => {
    const seconds = limiter.take(userId, performance.now())
    if (seconds > 0) throw new TooManyError(seconds)
  }
}

/** A route's own limit; without `perMinute` it shares the common one. */
export function limitRate(perMinute: number | undefined): FastifyContextConfig {
  return perMinute === undefined ? {} : { perMinute }
}

const addresses = new WeakMap<Socket, string>()

/** Who asks, IPv6 by its /64: the other end of the connection, or whom a trusted proxy there names. */
export function addressOf({ ip, raw: { socket } }: FastifyRequest): string {
  if (ip !== socket.remoteAddress) return normalizeIP(ip)
  // Worked out once for each connection.
  let address = addresses.get(socket)
  if (address === undefined) {
    address = normalizeIP(socket.remoteAddress ?? '')
    addresses.set(socket, address)
  }
  return address
}
