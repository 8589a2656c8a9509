import type { CountExchange, Window } from './count-exchange.ts'

const MINUTE_SECONDS = 60
/** The oldest keys are dropped beyond this. */
const MAX_KEYS = 10_000
/**
 * Share of a limit that a process may count by itself before it exchanges the count. Most listeners never get there and cost
 * nothing. With n processes at most n such shares, and what arrives between two exchanges, pass beyond the limit.
 */
const LOCAL_SHARE = 0.05

interface LimiterOptions {
  /** Length of a window. */
  readonly seconds?: number | undefined
  readonly maxKeys?: number
  /** Shares the counts with the other processes under a name that no other limiter has. */
  readonly shared?: { readonly name: string; readonly exchange: CountExchange } | undefined
}

/**
 * Fixed-window rate limiter by key, such as an IP address. Our own because it runs before every response: measured,
 * the library's took 10 of the 62 µs that a response cost.
 */
export class RateLimiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #maxKeys: number
  readonly #shared: LimiterOptions['shared']
  /** Unsent requests of a key from which they are exchanged. */
  readonly #exchangeFrom: number
  /** Not a cache of the library, which reserves room for all keys: there are many limiters. */
  readonly #windows = new Map<string, Window>()

  constructor(limit: number, { seconds = MINUTE_SECONDS, maxKeys = MAX_KEYS, shared }: LimiterOptions = {}) {
    this.#limit = limit
    this.#windowMs = seconds * 1000
    this.#maxKeys = maxKeys
    this.#shared = shared
    this.#exchangeFrom = shared ? Math.max(1, Math.floor(limit * LOCAL_SHARE)) : Number.POSITIVE_INFINITY
  }

  /** Counts one request. @returns 0 if it may pass, else the seconds until the next one may */
  consume(key: string, now: number): number {
    const window = this.#windows.get(key)
    if (window && window.until > now) {
      window.count++
      if (++window.unsent === this.#exchangeFrom) this.#exchange(key, window)
      return window.count > this.#limit ? Math.ceil((window.until - now) / 1000) : 0
    }
    this.#windows.delete(key)
    if (this.#windows.size >= this.#maxKeys) this.#windows.delete(this.#windows.keys().next().value as string)
    const started = { count: 1, unsent: 1, until: now + this.#windowMs }
    this.#windows.set(key, started)
    if (this.#exchangeFrom === 1) this.#exchange(key, started)
    return 0
  }

  /** Undoes one `consume`. */
  refund(key: string): void {
    const window = this.#windows.get(key)
    if (!window || window.count <= 0) return
    window.count--
    if (--window.unsent === -1) this.#exchange(key, window)
  }

  #exchange(key: string, window: Window): void {
    this.#shared?.exchange.schedule(this.#shared.name, key, window)
  }
}
