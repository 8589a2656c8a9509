/** Whether the browser knows that it is offline. `false` does not mean that the network works. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}

/** Calls back whenever the browser is online again, until the signal aborts. */
function onOnline(signal: AbortSignal, callback: () => void): void {
  globalThis.addEventListener?.('online', callback, { signal })
}

/** Calls back whenever a failed request is worth another attempt: online again, or looked at. Until the signal aborts. */
export function onChance(signal: AbortSignal, callback: () => void): void {
  onOnline(signal, callback)
  globalThis.document?.addEventListener('visibilitychange', () => !document.hidden && callback(), { signal })
}

/** Resolves when the browser is online or the signal aborts. */
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

/** Whether the server answered that the resource does not exist. */
export function isNotFound(error: unknown): boolean {
  return (error as { status?: unknown } | null)?.status === 404
}
