import type { Socket } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { addressRates, guestShares, sessionRates } from '@refrain/contract/limits'
import type { Operation } from '@refrain/contract/operation'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { RequestError } from '../errors/request-errors.ts'
import { likelyTokens, readCookieValues } from '../requests/cookies.ts'
import { RateLimiter } from './rate-limiter.ts'
import { VerifiedSessions } from './verified-sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    rateLimitScale: number
    /** Sessions that have a count of their own. */
    verifiedSessions: VerifiedSessions
    /** Counts a request as a call; for addresses that do not exist. */
    countRequest: (request: FastifyRequest) => void
  }
  interface FastifyContextConfig {
    /** Calls a minute that this route has to itself. 0: unlimited. */
    perMinute?: number
    /** True where `perMinute` holds for a whole address, whoever asks from there. */
    isPerAddress?: boolean
    /** How many times `perMinute` guests at one address share. */
    guestsShare?: number
    /** True for files, which are no calls: only the limit against floods counts them. */
    isFile?: boolean
  }
}

/**
 * Counts calls by session, and by address (IPv6 by /64) where there is none. Addresses that do not exist count too.
 * @param scale multiplies every limit; 0 switches them off.
 */
export function registerRateLimits(app: FastifyInstance, scale: number): void {
  const common = new CallLimit(sessionRates.allCalls, scale)
  const flood = new RateLimiter(scaleLimit(addressRates.requests.calls, scale))
  app.decorate('rateLimitScale', scale)
  app.decorate('verifiedSessions', new VerifiedSessions())
  const count = (request: FastifyRequest, limit?: CallLimit) => {
    const seconds = flood.consume(clientAddress(request), performance.now())
    if (seconds > 0) throw new TooManyRequestsError(seconds)
    limit?.count(request)
  }
  app.decorate('countRequest', (request: FastifyRequest) => {
    if (scale > 0) count(request, common)
  })
  if (scale === 0) return
  app.addHook('onRoute', route => {
    const { perMinute, isPerAddress, guestsShare } = route.config ?? {}
    if (perMinute === 0) return
    const limit =
      perMinute === undefined ? common : new CallLimit(perMinute, scale, isPerAddress, guestsShare)
    const countIt: onRequestHookHandler = async request => {
      // Read late: pages/routes.ts marks its files after this hook has run.
      count(request, route.config?.isFile ? undefined : limit)
    }
    // What the route itself refuses is not counted against its limit.
    route.onRequest = [...[route.onRequest ?? []].flat(), countIt]
  })
}

class CallLimit {
  readonly #sessions: RateLimiter
  readonly #addresses: RateLimiter
  readonly #byAddress: boolean

  constructor(perMinute: number, scale: number, byAddress = false, guestsShare = guestShares.usual) {
    this.#byAddress = byAddress
    this.#sessions = new RateLimiter(scaleLimit(perMinute, scale))
    this.#addresses = new RateLimiter(scaleLimit(perMinute * (byAddress ? 1 : guestsShare), scale))
  }

  /** @throws TooManyError beyond the limit */
  count(request: FastifyRequest): void {
    const session = this.#byAddress ? undefined : readVerifiedSession(request)
    const seconds = session
      ? this.#sessions.consume(session, performance.now())
      : this.#addresses.consume(clientAddress(request), performance.now())
    if (seconds > 0) throw new TooManyRequestsError(seconds)
  }
}

/** The session that a request shows, where its token was checked a moment ago. */
export function readVerifiedSession(request: FastifyRequest): string | undefined {
  const { verifiedSessions } = request.server
  const { [TOKEN_HEADER]: token, cookie } = request.headers
  if (typeof token === 'string') return verifiedSessions.find(token)
  if (cookie === undefined) return undefined
  const found = likelyTokens(readCookieValues(request, 'token')).map(each => verifiedSessions.find(each))
  return found.find(session => session !== undefined)
}

/** 429: the same may go through after `retryAfter` seconds. */
export class TooManyRequestsError extends RequestError {
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
export function scaleLimit(most: number, scale: number): number {
  return Math.max(1, Math.round(most * scale))
}

/** Counts an operation by who is signed in. The counter throws TooManyError beyond the operation's limit. */
export function createUserLimit(scale: number, { perUser }: Operation): (userId: string) => void {
  if (!perUser || scale === 0) return () => {}
  const limiter = new RateLimiter(scaleLimit(perUser.calls, scale), perUser.seconds)
  return userId => {
    const seconds = limiter.consume(userId, performance.now())
    if (seconds > 0) throw new TooManyRequestsError(seconds)
  }
}

/** A route's own limit; without `perMinute` it shares the common one. */
export function rateLimitConfig({
  perMinute,
  isPerAddress,
  guestsShare,
}: Pick<Operation, 'perMinute' | 'isPerAddress' | 'guestsShare'>): FastifyContextConfig {
  return {
    ...(perMinute !== undefined && { perMinute }),
    ...(isPerAddress && { isPerAddress }),
    ...(guestsShare !== undefined && { guestsShare }),
  }
}

const addresses = new WeakMap<Socket, string>()

/** Who asks, IPv6 by its /64: the other end of the connection, or whom a trusted proxy there names. */
export function clientAddress({ ip, raw: { socket } }: FastifyRequest): string {
  if (ip !== socket.remoteAddress) return normalizeIP(ip)
  // Worked out once for each connection.
  let address = addresses.get(socket)
  if (address === undefined) {
    address = normalizeIP(socket.remoteAddress ?? '')
    addresses.set(socket, address)
  }
  return address
}
