/** Delay in place of idle callbacks, which Safari lacks. */
const FALLBACK_MS = 200

/**
 * Calls back when the browser is idle.
 * @param timeout longest wait in milliseconds
 * @returns cancels the callback
 */
export function whenIdle(callback: () => void, timeout: number): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(() => callback(), { timeout })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(callback, Math.min(FALLBACK_MS, timeout))
  return () => clearTimeout(timer)
}
