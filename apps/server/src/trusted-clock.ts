/** Deviations up to this, plus this share of the elapsed time, count as corrections, not as jumps. */
const MAX_CORRECTION_MS = 1_000
const MAX_DRIFT = 0.01

/**
 * Compares the wall clock with the monotonic clock. After a jump of the wall clock, both times are known: with the jump
 * and without it.
 */
export class TrustedClock {
  #time = Date.now()
  #readAt = performance.now()

  /** For expiry: a jump ahead must not expire anything. */
  earliest(): number {
    return Math.min(Date.now(), this.#withoutJumps())
  }

  /** For due times: setting the clock back must not delay anything. */
  latest(): number {
    return Math.max(Date.now(), this.#withoutJumps())
  }

  #withoutJumps(): number {
    const now = performance.now()
    const wall = Date.now()
    const elapsed = now - this.#readAt
    const expected = this.#time + elapsed
    this.#time = Math.abs(wall - expected) <= MAX_CORRECTION_MS + elapsed * MAX_DRIFT ? wall : expected
    this.#readAt = now
    return Math.round(this.#time)
  }
}
