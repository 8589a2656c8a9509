import cluster from 'node:cluster'
import { log } from '../log/log.ts'

/** How long stopping waits for background work. */
export const BACKGROUND_MS = 3_000
/** The process exits at the latest this long after the first signal. */
const MAX_STOP_MS = 8_000
/** The terminal, npm and a supervisor may each send a signal for the same request to stop. */
const DUPLICATE_SIGNAL_MS = 1_000

/** Calls `stop` at the first SIGINT or SIGTERM. A signal a second or more later ends the process at once. */
export function onStopSignal(stop: () => void): void {
  let first: number | undefined
  const onSignal = () => {
    const now = performance.now()
    if (first === undefined) {
      first = now
      stop()
    } else if (now - first >= DUPLICATE_SIGNAL_MS) process.exit(1)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Ends the process gracefully on SIGINT and SIGTERM. */
export function onStop(close: () => Promise<void>): void {
  onStopSignal(() => {
    setTimeout(() => process.exit(0), MAX_STOP_MS).unref()
    close().then(
      () => process.exit(0),
      error => {
        log.error('Stopping failed.', { err: error })
        process.exit(1)
      },
    )
  })
}

interface Running {
  /** Resolves when all background work has stopped. */
  stopBackground(): Promise<unknown>
  /** Stops listening. Resolves when pending requests are answered. */
  closeListeners(): Promise<unknown>
  closeDatabase(): Promise<unknown>
}

/** Stops listening and background work concurrently, then closes the database. Waits for background work 3 s at most. */
export async function closeInOrder(running: Running): Promise<void> {
  const listeners = running.closeListeners()
  const background = Promise.race([
    running
      .stopBackground()
      .catch(error => log.error('Background work could not be stopped.', { err: error })),
    new Promise(resolve => setTimeout(resolve, BACKGROUND_MS).unref()),
  ])
  await listeners
  await background
  await running.closeDatabase()
}

/** The process that started this one, or what this one was before: see scripts/runtime.mjs. */
const parent = readParent()

function readParent(): number {
  const [own, starter] = (process.env.STARTED_BY ?? '').split(' ').map(Number)
  delete process.env.STARTED_BY
  return own === process.pid && starter ? starter : process.ppid
}
const LOOK_EVERY_MS = 250

/**
 * Treats the end of the parent process as SIGTERM, if that opened an IPC channel or is npm: see scripts/runtime.mjs. A service
 * without npm may outlive whoever started it, such as a shell.
 */
export function followParent(): void {
  const end = () => process.kill(process.pid, 'SIGTERM')
  process.on('disconnect', end)
  if (process.channel) {
    // The channel must not keep a finished program running. A worker gets its connections through it.
    if (!cluster.isWorker) process.channel.unref()
  } else if (process.env.npm_lifecycle_event !== undefined) {
    const look = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(look)
      end()
    }, LOOK_EVERY_MS)
    look.unref()
  }
}
