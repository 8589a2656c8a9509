import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'

const MOST_WAITING = 3
/** Quicker work needs no rest after it. */
const BRIEF_MS = 20

const turns = pLimit(1)

/**
 * Does one piece of work after the other, and rests after each as long as it took: whoever asks for more keeps no processor busy
 * for more than half of the time.
 * @returns undefined if too many wait
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
  if (turns.pendingCount >= MOST_WAITING) return undefined
  const result = Promise.withResolvers<T>()
  void turns(async () => {
    const startedAt = performance.now()
    await work().then(result.resolve, result.reject)
    const took = performance.now() - startedAt
    if (took > BRIEF_MS) await wait(took, undefined, { ref: false })
  })
  return result.promise
}
