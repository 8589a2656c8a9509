/** Longest wait for background work once nobody is served any more. */
export const BACKGROUND_MS = 3_000
/** The process exits this long after the first signal at the latest. */
const PATIENCE_MS = 8_000
/** A terminal, npm and a supervisor may each send the signal for one and the same wish. */
const SAME_WISH_MS = 1_000

/** Calls `stop` at the first SIGINT or SIGTERM; a signal that comes a second later or more ends the process at once. */
export function onStopSignal(stop: () => void): void {
  let first: number | undefined
  const onSignal = () => {
    const now = performance.now()
    if (first === undefined) {
      first = now
      stop()
    } else if (now - first >= SAME_WISH_MS) process.exit(1)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Ends the process gracefully on SIGINT and SIGTERM. */
export function onStop(close: () => Promise<void>): void {
  onStopSignal(() => {
    setTimeout(() => process.exit(0), PATIENCE_MS).unref()
    close().then(
      () => process.exit(0),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}

interface Running {
  /** Tells background work to stop; resolves when it has. */
  stopBackground(): Promise<unknown>
  /** Stops listening; resolves when requests under way are answered. */
  closeListeners(): Promise<unknown>
  closeDatabase(): Promise<unknown>
}

/** Stops listening and all background work at the same time. Waits for the background work 3 s at most. */
export async function closeInOrder(running: Running): Promise<void> {
  const listeners = running.closeListeners()
  const background = Promise.race([
    running.stopBackground().catch(error => console.error(error)),
    new Promise(resolve => setTimeout(resolve, BACKGROUND_MS).unref()),
  ])
  await listeners
  await background
  await running.closeDatabase()
}

/**
 * Takes the end of the process that started this one as SIGTERM, where that one left a channel open for it.
 * See scripts/runtime.mjs.
 */
export function followParent(): void {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // It must not keep a program running that has nothing left to do.
  process.channel?.unref()
}
