import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 10

/**
 * For long work between whose steps nobody else would get a turn: the embedded database answers at once.
 * @param late ends the work
 * @returns to be called before each step; waits now and then, and throws the reason once it is late
 */
export function createYield(late: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    late.throwIfAborted()
    if (performance.now() - since < TURN_MS) return
    await nextTurn()
    late.throwIfAborted()
    since = performance.now()
  }
}
