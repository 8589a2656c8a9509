import { growingCache } from '../growing-cache.ts'

/** Playing time that a listener has in advance, in milliseconds: calls come in bunches, and listeners skip. */
const ALLOWANCE_MS = 10 * 60_000
/** Highest playback rate. */
const MAX_PLAYBACK_RATE = 2
/** Beyond this, the least recently counted listeners are dropped. */
const MAX_LISTENERS = 10_000

interface Budget {
  /** Milliseconds left at the time `at`. */
  left: number
  at: number
}

/** Limits the playing time that a listener can claim to the time that has passed, over all tracks together. */
export class PlayTimeBudget {
  readonly #budgets = growingCache<string, Budget>(MAX_LISTENERS)

  /** @returns false if the listener cannot have played this much */
  consume(userId: string, milliseconds: number, now: number): boolean {
    // A single track may be longer than the allowance.
    const most = Math.max(ALLOWANCE_MS, milliseconds)
    const budget = this.#budgets.get(userId)
    const gained = budget ? budget.left + Math.max(0, now - budget.at) * MAX_PLAYBACK_RATE : most
    const left = Math.min(most, gained) - milliseconds
    if (left < 0) return false
    this.#budgets.set(userId, { left, at: now })
    return true
  }

  /** Undoes a `consume` for a play that did not count. */
  refund(userId: string, milliseconds: number): void {
    const budget = this.#budgets.peek(userId)
    if (budget) budget.left += milliseconds
  }
}
