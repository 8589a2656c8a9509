import { whenIdle } from './when-idle.ts'

/** A task that runs once when the browser is idle, however often it was scheduled. */
export interface IdleTask {
  schedule(): void
  /** Runs the task now if it is scheduled. */
  flush(): void
  cancel(): void
}

/** Longest wait for an idle period, in milliseconds. */
const TIMEOUT_MS = 1_000

/** @param debounceMs how long `schedule` must not be called before the task waits for an idle period */
export function createIdleTask(task: () => void, debounceMs = 0): IdleTask {
  let cancelPending: (() => void) | undefined

  function cancel(): void {
    cancelPending?.()
    cancelPending = undefined
  }

  function run(): void {
    cancel()
    task()
  }

  function runWhenIdle(): void {
    cancelPending = whenIdle(run, TIMEOUT_MS)
  }

  return {
    schedule() {
      if (debounceMs === 0 && cancelPending) return
      cancel()
      if (debounceMs === 0) return runWhenIdle()
      const timer = setTimeout(runWhenIdle, debounceMs)
      cancelPending = () => clearTimeout(timer)
    },
    flush() {
      if (cancelPending) run()
    },
    cancel,
  }
}
