import { isIP, type Socket } from 'node:net'
import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { addressRates, guestShares, type Rate, sessionRates } from '@refrain/contract/limits'
import type { Operation } from '@refrain/contract/operation'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { CountStore } from '../../sharing/count-store.ts'
import { RequestError } from '../errors/request-errors.ts'
import { readTokenCookies } from '../requests/cookies.ts'
import { CountExchange } from './count-exchange.ts'
import { RateLimiter } from './rate-limiter.ts'
import { type VerifiedSession, VerifiedSessions } from './verified-sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits
  }
  interface FastifyContextConfig {
    /** A limit of its own for this route. 0: unlimited. */
    perMinute?: number
    /** `perMinute` counts by IP address, for signed-in callers too. */
    isPerAddress?: boolean
    /** Factor of `perMinute` for all guests at one IP address together. */
    guestsShare?: number
    /** Files count against the flood limit only. */
    isFile?: boolean
  }
}

/**
 * Limits requests by session, or without one by IP address (IPv6: by /64). Unknown paths count too.
 * @param scale multiplies every limit; 0 switches them off
 * @param counts adds up what all processes count; without it, each counts alone
 */
export function registerRateLimits(app: FastifyInstance, scale: number, counts?: CountStore): void {
  const exchange = counts && new CountExchange(counts)
  app.addHook('onClose', async () => exchange?.close())
  const limits = new RateLimits(scale, exchange)
  app.decorate('rateLimits', limits)
  if (scale === 0) return
  app.addHook('onRoute', route => {
    const { perMinute, isPerAddress, guestsShare } = route.config ?? {}
    if (perMinute === 0) return
    const limit =
      perMinute === undefined
        ? limits.common
        : new CallLimit(limits, `${route.method} ${route.url}`, perMinute, { isPerAddress, guestsShare })
    // Not async: a promise for each request costs more than counting it.
    const countRequest: onRequestHookHandler = (request, _reply, done) => {
      // Read per request: pages/routes.ts sets isFile after this hook. Fastify catches what it throws.
      limits.count(request, route.config?.isFile ? undefined : limit)
      done()
    }
    // The route's own hooks run first: what they reject does not count.
    route.onRequest = [...[route.onRequest ?? []].flat(), countRequest]
  })
}

const MINUTE_SECONDS = 60

/** The counters of one app. */
export class RateLimits {
  readonly #scale: number
  readonly #exchange: CountExchange | undefined
  readonly #flood: RateLimiter
  readonly #sessions = new VerifiedSessions()
  readonly common: CallLimit

  constructor(scale: number, exchange?: CountExchange) {
    this.#scale = scale
    this.#exchange = exchange
    this.#flood = this.createLimiter('flood', addressRates.requests)
    this.common = new CallLimit(this, 'calls', sessionRates.allCalls)
  }

  /** Switched off by RATE_LIMIT_SCALE=0. */
  get isOff(): boolean {
    return this.#scale === 0
  }

  /** @param name its own, the same in every process */
  createLimiter(name: string, { calls, seconds }: Rate, maxKeys?: number): RateLimiter {
    return new RateLimiter(scaleLimit(calls, this.#scale), {
      seconds,
      ...(maxKeys && { maxKeys }),
      shared: this.#exchange && { name, exchange: this.#exchange },
    })
  }

  /**
   * Counts a request against the flood limit and the limit of its route. Files have none.
   * @throws TooManyRequestsError
   */
  count(request: FastifyRequest, limit: CallLimit | undefined): void {
    if (this.#scale === 0) return
    const address = clientAddress(request)
    const now = performance.now()
    const seconds = this.#flood.consume(address, now)
    if (seconds > 0) throw new TooManyRequestsError(seconds)
    limit?.count(request, address, now)
  }

  /** Counts a request that reaches no route. @throws TooManyRequestsError */
  countUnrouted(request: FastifyRequest): void {
    this.count(request, this.common)
  }

  /** Creates the counter of an operation's limit per user. It throws TooManyRequestsError. */
  createUserLimit({ name, perUser }: Operation): (userId: string) => void {
    if (!perUser || this.#scale === 0) return () => {}
    const limiter = this.createLimiter(`${name} of user`, perUser)
    return userId => {
      const seconds = limiter.consume(userId, performance.now())
      if (seconds > 0) throw new TooManyRequestsError(seconds)
    }
  }

  /** Lets the next requests with this token count by its session. */
  addVerifiedSession(token: string, session: VerifiedSession): void {
    this.#sessions.add(token, session)
  }

  /** The request's session if its token was verified recently. */
  findVerifiedSession(request: FastifyRequest): string | undefined {
    return findFirst(request, token => this.#sessions.find(token)?.session)
  }

  /** The listener of the request if its token was verified recently. */
  findVerifiedUser(request: FastifyRequest): string | undefined {
    return findFirst(request, token => this.#sessions.find(token)?.userId)
  }

  /** The request's session if its token was ever verified and is remembered. It may have ended: limits nothing. */
  findKnownSession(request: FastifyRequest): string | undefined {
    return findFirst(request, token => this.#sessions.findKnown(token))
  }
}

/** What is found for the first token of the request for which anything is. */
function findFirst(request: FastifyRequest, find: (token: string) => string | undefined): string | undefined {
  const token = request.headers[TOKEN_HEADER]
  if (typeof token === 'string') return find(token)
  for (const each of readTokenCookies(request)) {
    const found = find(each)
    if (found !== undefined) return found
  }
  return undefined
}

class CallLimit {
  readonly #sessions: RateLimiter
  readonly #addresses: RateLimiter
  readonly #byAddress: boolean

  constructor(
    limits: RateLimits,
    name: string,
    perMinute: number,
    {
      isPerAddress: byAddress = false,
      guestsShare = guestShares.usual,
    }: { isPerAddress?: boolean | undefined; guestsShare?: number | undefined } = {},
  ) {
    this.#byAddress = byAddress
    this.#sessions = limits.createLimiter(`${name} of session`, { calls: perMinute, seconds: MINUTE_SECONDS })
    const calls = perMinute * (byAddress ? 1 : guestsShare)
    this.#addresses = limits.createLimiter(`${name} of address`, { calls, seconds: MINUTE_SECONDS })
  }

  /** @throws TooManyRequestsError */
  count(request: FastifyRequest, address: string, now: number): void {
    const session = this.#byAddress ? undefined : request.server.rateLimits.findVerifiedSession(request)
    const seconds = session ? this.#sessions.consume(session, now) : this.#addresses.consume(address, now)
    if (seconds > 0) throw new TooManyRequestsError(seconds)
  }
}

/** 429. */
export class TooManyRequestsError extends RequestError {
  override name = 'TooManyRequestsError'
  constructor(seconds: number) {
    super(
      429,
      seconds > 60 ? 'Too many requests: try again later.' : 'Too many requests: wait a minute.',
      seconds,
    )
  }
}

/** Applies RATE_LIMIT_SCALE; at least 1. */
export function scaleLimit(limit: number, scale: number): number {
  return Math.max(1, Math.round(limit * scale))
}

/** The limit of an operation's route. */
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

/** Identifies who calls, to share places in queues out: the listener if the token was verified recently, else the address. */
export function callerKey(request: FastifyRequest): string {
  return request.server.rateLimits.findVerifiedUser(request) ?? clientAddress(request)
}

const addresses = new WeakMap<Socket, string>()

/** The client's IP address, IPv6 as /64: of the connection, or as a trusted proxy reports it. */
export function clientAddress({ ip, raw: { socket } }: FastifyRequest): string {
  if (ip !== socket.remoteAddress) return groupAddress(ip)
  // Cached per connection.
  let address = addresses.get(socket)
  if (address === undefined) {
    address = groupAddress(socket.remoteAddress ?? '')
    addresses.set(socket, address)
  }
  return address
}

/** Whoever has an IPv6 address usually has all of its /64. Other text stays as it is. */
function groupAddress(text: string): string {
  if (isIP(text) === 0) return text
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()
}
