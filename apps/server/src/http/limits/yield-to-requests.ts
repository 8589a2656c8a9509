import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const MAX_BLOCK_MS = 10

/**
 * For long work in steps: the embedded database answers synchronously, so nothing else would yield to the event loop.
 * @returns a function to await before each step; throws once `signal` is aborted
 */
export function createYield(signal: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    signal.throwIfAborted()
    if (performance.now() - since < MAX_BLOCK_MS) return
    await yieldToEventLoop()
    signal.throwIfAborted()
    since = performance.now()
  }
}
