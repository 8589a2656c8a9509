/** True where the browser knows that it has no network. That it believes to have one means little. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}

/** Calls `act` whenever the browser has a network again, until the signal aborts. */
export function onOnline(signal: AbortSignal, act: () => void): void {
  globalThis.addEventListener?.('online', act, { signal })
}

/** Resolves when the browser has a network again, or the signal aborts. */
export function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted || !isOffline()) return resolve()
    const done = new AbortController()
    const end = () => {
      done.abort()
      resolve()
    }
    onOnline(done.signal, end)
    signal.addEventListener('abort', end, { once: true, signal: done.signal })
  })
}

/** True where somebody answered, and there is no such thing. */
export function isNotFound(error: unknown): boolean {
  return (error as { status?: unknown } | null)?.status === 404
}
