/** Steps of the wall clock up to this, and this share of what has gone by, are corrections and not jumps. */
const STEP_MS = 1_000
const DRIFT = 0.01

/**
 * A wall clock that is believed only as far as the monotonic clock agrees. After a jump it goes on at the old pace, so
 * both times are known: what the wall clock says, and what it would say without the jump.
 */
export class TrustedClock {
  #time = Date.now()
  #lookedAt = performance.now()

  /** For what removes or ends something when its time has come: a jump ahead must not. */
  earliest(): number {
    return Math.min(Date.now(), this.#steady())
  }

  /** For what is waited for: it must not take longer because the clock was set back. */
  latest(): number {
    return Math.max(Date.now(), this.#steady())
  }

  #steady(): number {
    const now = performance.now()
    const wall = Date.now()
    const elapsed = now - this.#lookedAt
    const expected = this.#time + elapsed
    this.#time = Math.abs(wall - expected) <= STEP_MS + elapsed * DRIFT ? wall : expected
    this.#lookedAt = now
    return Math.round(this.#time)
  }
}
