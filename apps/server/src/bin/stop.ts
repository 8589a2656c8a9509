const PATIENCE_MS = 8_000

/**
 * Ends the process gracefully on SIGINT and SIGTERM, at once on the second signal.
 * @returns ends it the same way with an exit status
 */
export function onStop(close: () => Promise<void>): (status: number) => void {
  let stopping = false
  function stop(status: number): void {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(status), PATIENCE_MS).unref()
    close().then(
      () => process.exit(status),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  return stop
}
