/** Milliseconds that a listener may be ahead, at first and after a pause: they jump, and calls come in bunches. */
const ALLOWANCE_MS = 10 * 60_000
/** Nobody listens faster than this. */
const FASTEST = 2
/** Beyond so many listeners the longest known are forgotten. */
const MOST_LISTENERS = 10_000

interface Account {
  /** Milliseconds of sound that may still have been listened to by `at`. */
  left: number
  at: number
}

/** How much sound each listener can have heard in the time that has gone by, over all tracks together. */
export class PlayTimeBudget {
  readonly #accounts = new Map<string, Account>()

  /** Takes that much listening from a listener's time. @returns false where so much cannot have been heard */
  consume(userId: string, milliseconds: number, now: number): boolean {
    // What alone is longer than the allowance may have been listened to as well.
    const most = Math.max(ALLOWANCE_MS, milliseconds)
    const account = this.#accounts.get(userId)
    const gained = account ? account.left + Math.max(0, now - account.at) * FASTEST : most
    const left = Math.min(most, gained) - milliseconds
    if (left < 0) return false
    this.#accounts.delete(userId)
    if (this.#accounts.size >= MOST_LISTENERS) {
      this.#accounts.delete(this.#accounts.keys().next().value as string)
    }
    this.#accounts.set(userId, { left, at: now })
    return true
  }

  /** Gives back what was taken for a play that did not count. */
  refund(userId: string, milliseconds: number): void {
    const account = this.#accounts.get(userId)
    if (account) account.left += milliseconds
  }
}
