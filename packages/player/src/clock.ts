export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `callback` after a delay. @returns cancels it */
  after(milliseconds: number, callback: () => void): () => void
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
