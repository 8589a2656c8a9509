import { addressRates, type Rate } from '@refrain/contract/limits'
import { RateLimiter } from '../../http/limits/rate-limiter.ts'
import { scaleLimit, TooManyRequestsError } from '../../http/limits/rate-limits.ts'
import { hashToken } from '../sessions/token.ts'

/** Many enough that nobody makes us forget a count by asking from elsewhere. */
const MOST_KEYS = 50_000

/** Says whether an account was signed into from an address of late. */
export type IsKnownAddress = (foldedEmail: string, address: string) => Promise<boolean>

/**
 * Counts failed log-ins by account and address, by address and by account, and sign-ups by address. An
 * account's own address is never locked out by guesses from elsewhere. Accounts that do not exist are
 * counted like those that do.
 */
export class SignInLimits {
  readonly #off: boolean
  readonly #pairs: RateLimiter
  readonly #addresses: RateLimiter
  readonly #accounts: RateLimiter
  readonly #signups: RateLimiter
  readonly #isKnown: IsKnownAddress

  /** @param scale multiplies every limit; 0 switches them off */
  constructor(scale: number, isKnown: IsKnownAddress) {
    const limiter = ({ calls, seconds }: Rate) =>
      new RateLimiter(scaleLimit(calls, scale), seconds, MOST_KEYS)
    this.#off = scale === 0
    this.#pairs = limiter(addressRates.failedLoginsOfAccountFromAddress)
    this.#addresses = limiter(addressRates.failedLoginsFromAddress)
    this.#accounts = limiter(addressRates.failedLoginsOfAccount)
    this.#signups = limiter(addressRates.signUp)
    this.#isKnown = isKnown
  }

  /**
   * Counts a log-in before it is tried, so that many at once do not slip through.
   * @returns takes the count back: for one that did not fail
   * @throws TooManyError where it may not be tried
   */
  async countLogin(foldedEmail: string, address: string): Promise<() => void> {
    if (this.#off) return () => {}
    const now = performance.now()
    const account = hashToken(foldedEmail)
    const taken: (() => void)[] = []
    const take = (limiter: RateLimiter, key: string) => {
      taken.push(() => limiter.refund(key))
      return limiter.consume(key, now)
    }
    const giveBack = () => {
      for (const back of taken) back()
    }
    try {
      // What one limit refuses is never tried, and must not use up the others: one address would lock all out.
      refuseFor(take(this.#pairs, `${account} ${address}`))
      refuseFor(take(this.#addresses, address))
      const seconds = take(this.#accounts, account)
      if (seconds > 0 && !(await this.#isKnown(foldedEmail, address))) refuseFor(seconds)
    } catch (error) {
      giveBack()
      throw error
    }
    return giveBack
  }

  /**
   * Counts a sign-up before it is tried.
   * @returns takes the count back: for one that failed for a reason of ours
   * @throws TooManyError where the address made its share of accounts
   */
  countSignup(address: string): () => void {
    if (this.#off) return () => {}
    refuseFor(this.#signups.consume(address, performance.now()))
    return () => this.#signups.refund(address)
  }
}

function refuseFor(seconds: number): void {
  if (seconds > 0) throw new TooManyRequestsError(seconds)
}
