/** When playing pauses by itself: never, at a moment (milliseconds since 1970), or after the current track. */
export type Sleep =
  | { readonly kind: 'off' }
  | { readonly kind: 'track' }
  | { readonly kind: 'at'; readonly until: number }

/** No sleep. */
export const WAKE: Sleep = { kind: 'off' }

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back after so many milliseconds, unless the answered function is called before. */
  after(milliseconds: number, act: () => void): () => void
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** A timer that is asked to wait longer than this fires at once. */
const LONGEST_WAIT = 2 ** 31 - 1

export interface SleepTimer {
  /** Waits for this moment in place of the one before; not at all for 'off' and 'track'. */
  set(sleep: Sleep): void
  /** A timer stands still while the machine sleeps: looks whether the moment has passed meanwhile. */
  look(): void
}

export function createSleepTimer(clock: Clock, onDue: () => void): SleepTimer {
  let until: number | null = null
  let cancel = () => {}

  function look(): void {
    if (until !== null && clock.now() >= until) {
      set(WAKE)
      onDue()
    }
  }

  function wait(): void {
    look()
    if (until !== null) cancel = clock.after(Math.min(until - clock.now(), LONGEST_WAIT), wait)
  }

  function set(sleep: Sleep): void {
    cancel()
    until = sleep.kind === 'at' ? sleep.until : null
    wait()
  }

  return { set, look }
}
