import { whenIdle } from './when-idle.ts'

/** An act that can wait, done once however often it is asked for. */
export interface Later {
  ask(): void
  /** Does it at once if it was asked for. */
  hurry(): void
  drop(): void
}

const WITHIN_MS = 1_000

/** Does something once the browser has nothing else to do, and has not been asked again for `quiet` milliseconds. */
export function later(act: () => void, quiet = 0): Later {
  let cancel: (() => void) | undefined

  function drop(): void {
    cancel?.()
    cancel = undefined
  }

  function run(): void {
    drop()
    act()
  }

  const atRest = () => {
    cancel = whenIdle(run, WITHIN_MS)
  }

  return {
    ask() {
      if (quiet === 0 && cancel) return
      drop()
      if (quiet === 0) return atRest()
      const timer = setTimeout(atRest, quiet)
      cancel = () => clearTimeout(timer)
    },
    hurry() {
      if (cancel) run()
    },
    drop,
  }
}
