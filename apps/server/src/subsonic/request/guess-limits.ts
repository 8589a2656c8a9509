import { addressRates } from '@refrain/contract/limits'
import { hashToken } from '../../account/sessions/token.ts'
import { foldEmail } from '../../account/sign-up/fold-email.ts'
import type { RateLimiter } from '../../http/limits/rate-limiter.ts'
import type { RateLimits } from '../../http/limits/rate-limits.ts'
import { CODES, SubsonicError } from '../subsonic-error.ts'

/** Large enough that an attacker cannot evict a counter by filling the table. */
const MAX_KEYS = 50_000

/**
 * Counts wrong credentials, by user and address and by address. Right ones are never refused, so that nobody can lock a
 * listener out; an app password has too many bits to be guessed anyway.
 */
export class GuessLimits {
  readonly #isOff: boolean
  readonly #pairs: RateLimiter
  readonly #addresses: RateLimiter

  constructor(limits: Pick<RateLimits, 'isOff' | 'createLimiter'>) {
    this.#isOff = limits.isOff
    this.#pairs = limits.createLimiter('app guesses of pair', addressRates.failedAppLoginsOfAccount, MAX_KEYS)
    this.#addresses = limits.createLimiter('app guesses of address', addressRates.failedAppLogins, MAX_KEYS)
  }

  /** @throws SubsonicError (429) beyond the limits */
  countFailure(user: string, address: string): void {
    if (this.#isOff) return
    const now = performance.now()
    const seconds = Math.max(
      this.#pairs.consume(`${hashToken(foldEmail(user))} ${address}`, now),
      this.#addresses.consume(address, now),
    )
    if (seconds === 0) return
    throw new SubsonicError(CODES.other, 'Too many wrong passwords: try again later.', {
      status: 429,
      retryAfter: seconds,
    })
  }
}
