import type { Clock } from './clock.ts'

/** When playback pauses by itself: never, after the current track, or at a time (milliseconds since 1970). */
export type SleepSetting =
  | { readonly kind: 'off' }
  | { readonly kind: 'track' }
  | { readonly kind: 'at'; readonly until: number }

export const NO_SLEEP: SleepSetting = { kind: 'off' }

/** Playback fades out over the last milliseconds before it pauses. */
const FADE_MS = 6_000

/** setTimeout fires immediately if the delay is longer. */
const MAX_DELAY_MS = 2 ** 31 - 1

export interface SleepHandlers {
  /** Called once per setting, `seconds` (6 or less) before the time. */
  onFadeOut(seconds: number): void
  /** The time has come. */
  onDue(): void
  /** The fade-out is over or was cancelled. */
  onFadeIn(): void
}

export interface SleepTimer {
  /** Replaces the setting; only `at` starts a timer. */
  set(sleep: SleepSetting): void
  /** Checks the clock now: timers stand still while the machine sleeps. */
  check(): void
  /** Seconds left of the fade-out; null outside of it. */
  fadeSeconds(): number | null
}

export function createSleepTimer(clock: Clock, handlers: SleepHandlers): SleepTimer {
  let until: number | null = null
  let isFading = false
  let cancel = () => {}

  const remaining = () => (until === null ? Number.POSITIVE_INFINITY : until - clock.now())

  function reset(): void {
    cancel()
    until = null
    isFading = false
  }

  function check(): void {
    if (remaining() <= 0) {
      const wasFading = isFading
      reset()
      handlers.onDue()
      if (wasFading && !isFading) handlers.onFadeIn()
    } else if (remaining() <= FADE_MS && !isFading) {
      isFading = true
      handlers.onFadeOut(remaining() / 1000)
    }
  }

  function wait(): void {
    check()
    if (until === null) return
    const untilFade = remaining() - FADE_MS
    cancel()
    cancel = clock.after(Math.min(untilFade > 0 ? untilFade : remaining(), MAX_DELAY_MS), wait)
  }

  function set(sleep: SleepSetting): void {
    const wasFading = isFading
    reset()
    until = sleep.kind === 'at' ? sleep.until : null
    wait()
    if (wasFading && !isFading) handlers.onFadeIn()
  }

  return { set, check, fadeSeconds: () => (isFading ? remaining() / 1000 : null) }
}
