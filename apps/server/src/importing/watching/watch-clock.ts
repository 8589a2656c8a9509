import { setTimeout as wait } from 'node:timers/promises'

/** A monotonic clock beside that of the wall. */
export interface WatchClock {
  now(): number
  time(): number
  /** Resolves after a time, or when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const SYSTEM_CLOCK: WatchClock = {
  now: () => performance.now(),
  time: () => Date.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
}
