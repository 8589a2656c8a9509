import { countLimits, userRates } from '@refrain/contract/limits'
import type { FastifyReply } from 'fastify'
import type { RateLimiter } from '../../http/limits/rate-limiter.ts'
import type { RateLimits } from '../../http/limits/rate-limits.ts'
import { CODES, SubsonicError } from '../subsonic-error.ts'

const RETRY_SECONDS = 1

/** Limits calls by app password or API key: everybody in a family has the same address. */
export class CallLimits {
  readonly #isOff: boolean
  readonly #calls: RateLimiter
  readonly #running = new Map<string, number>()

  constructor(limits: Pick<RateLimits, 'isOff' | 'createLimiter'>) {
    this.#isOff = limits.isOff
    this.#calls = limits.createLimiter('calls of app', userRates.appCalls)
  }

  /** Counts a call until its response closes. @throws SubsonicError (429) beyond the limits */
  count(keyId: string, { raw }: FastifyReply): void {
    if (this.#isOff || raw.destroyed) return
    const seconds = this.#calls.consume(keyId, performance.now())
    if (seconds > 0) throw tooMany(seconds)
    const running = this.#running.get(keyId) ?? 0
    if (running >= countLimits.appCallsAtOnce) throw tooMany(RETRY_SECONDS)
    this.#running.set(keyId, running + 1)
    raw.once('close', () => {
      const left = (this.#running.get(keyId) ?? 1) - 1
      if (left > 0) this.#running.set(keyId, left)
      else this.#running.delete(keyId)
    })
  }
}

function tooMany(retryAfter: number): SubsonicError {
  return new SubsonicError(CODES.other, 'Too many calls: wait a moment.', { status: 429, retryAfter })
}
