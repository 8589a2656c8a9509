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

/** So long before the moment the sound begins to die away. */
const FADE_MS = 6_000

/** A timer that is asked to wait longer than this fires at once. */
const LONGEST_WAIT = 2 ** 31 - 1

export interface SleepActs {
  /** The moment is a few seconds away, as many as told. Called once for each moment. */
  onNear(seconds: number): void
  /** The moment is there. */
  onDue(): void
  /** Nothing is near any more: it is over, or was called off. */
  onFar(): void
}

export interface SleepTimer {
  /** Waits for this moment in place of the one before; not at all for 'off' and 'track'. */
  set(sleep: Sleep): void
  /** A timer stands still while the machine sleeps: looks whether the moment has passed meanwhile. */
  look(): void
}

export function createSleepTimer(clock: Clock, acts: SleepActs): SleepTimer {
  let until: number | null = null
  let isNear = false
  let cancel = () => {}

  const left = () => (until === null ? Number.POSITIVE_INFINITY : until - clock.now())

  function forget(): void {
    cancel()
    until = null
    isNear = false
  }

  function look(): void {
    if (left() <= 0) {
      const wasNear = isNear
      forget()
      acts.onDue()
      if (wasNear && !isNear) acts.onFar()
    } else if (left() <= FADE_MS && !isNear) {
      isNear = true
      acts.onNear(left() / 1000)
    }
  }

  function wait(): void {
    look()
    if (until === null) return
    const untilNear = left() - FADE_MS
    cancel()
    cancel = clock.after(Math.min(untilNear > 0 ? untilNear : left(), LONGEST_WAIT), wait)
  }

  function set(sleep: Sleep): void {
    const wasNear = isNear
    forget()
    until = sleep.kind === 'at' ? sleep.until : null
    wait()
    if (wasNear && !isNear) acts.onFar()
  }

  return { set, look }
}
