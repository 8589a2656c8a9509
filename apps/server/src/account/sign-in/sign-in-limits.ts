import { addressRates } from '@refrain/contract/limits'
import type { RateLimiter } from '../../http/limits/rate-limiter.ts'
import { type RateLimits, TooManyRequestsError } from '../../http/limits/rate-limits.ts'
import { hashToken } from '../sessions/token.ts'

/** Large enough that an attacker cannot evict a counter by filling the table. */
const MAX_KEYS = 50_000

const RATES = {
  pairs: addressRates.failedLoginsOfAccountFromAddress,
  addresses: addressRates.failedLoginsFromAddress,
  accounts: addressRates.failedLoginsOfAccount,
  codes: addressRates.wrongCodes,
  signups: addressRates.signUp,
}

/** Whether an account was recently signed in to from an address. */
export type IsKnownAddress = (foldedEmail: string, address: string) => Promise<boolean>

/**
 * Limits failed logins by account and IP address, by address and by account, and sign-ups by address. Guesses from
 * elsewhere never lock out an address the account was recently used from. Unknown accounts count like existing ones.
 */
export class SignInLimits {
  readonly #off: boolean
  readonly #pairs: RateLimiter
  readonly #addresses: RateLimiter
  readonly #accounts: RateLimiter
  readonly #codes: RateLimiter
  readonly #signups: RateLimiter
  readonly #isKnown: IsKnownAddress

  constructor(limits: Pick<RateLimits, 'isOff' | 'createLimiter'>, isKnown: IsKnownAddress) {
    const createLimiter = (name: keyof typeof RATES) =>
      limits.createLimiter(`sign-in ${name}`, RATES[name], MAX_KEYS)
    this.#off = limits.isOff
    this.#pairs = createLimiter('pairs')
    this.#addresses = createLimiter('addresses')
    this.#accounts = createLimiter('accounts')
    this.#codes = createLimiter('codes')
    this.#signups = createLimiter('signups')
    this.#isKnown = isKnown
  }

  /**
   * Counts a login before it is tried, so that concurrent attempts count too.
   * @returns a function that undoes the count, for a login that did not fail
   * @throws TooManyRequestsError
   */
  async countLogin(foldedEmail: string, address: string): Promise<() => void> {
    if (this.#off) return () => {}
    const now = performance.now()
    const account = hashToken(foldedEmail)
    const refunds: (() => void)[] = []
    const consume = (limiter: RateLimiter, key: string) => {
      refunds.push(() => limiter.refund(key))
      return limiter.consume(key, now)
    }
    const refund = () => {
      for (const undo of refunds) undo()
    }
    try {
      // A login refused by one limit must not count against the others: one address could lock out every account.
      rejectIfLimited(consume(this.#pairs, `${account} ${address}`))
      rejectIfLimited(consume(this.#addresses, address))
      const seconds = consume(this.#accounts, account)
      if (seconds > 0 && !(await this.#isKnown(foldedEmail, address))) rejectIfLimited(seconds)
    } catch (error) {
      refund()
      throw error
    }
    return refund
  }

  /**
   * Counts a code before it is tried.
   * @returns a function that undoes the count, for a code that was not wrong
   * @throws TooManyRequestsError
   */
  countCode(foldedEmail: string): () => void {
    if (this.#off) return () => {}
    const account = hashToken(foldedEmail)
    rejectIfLimited(this.#codes.consume(account, performance.now()))
    return () => this.#codes.refund(account)
  }

  /**
   * Counts a sign-up before it is tried.
   * @returns a function that undoes the count, for a sign-up that failed through no fault of the caller
   * @throws TooManyRequestsError
   */
  countSignup(address: string): () => void {
    if (this.#off) return () => {}
    rejectIfLimited(this.#signups.consume(address, performance.now()))
    return () => this.#signups.refund(address)
  }
}

function rejectIfLimited(seconds: number): void {
  if (seconds > 0) throw new TooManyRequestsError(seconds)
}
