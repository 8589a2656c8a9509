const PATIENCE_MS = 8_000

/** Ends the process gracefully on SIGINT and SIGTERM, at once on the second signal. */
export function onStop(close: () => Promise<void>): void {
  let stopping = false
  function stop(): void {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(0), PATIENCE_MS).unref()
    close().then(
      () => process.exit(0),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
