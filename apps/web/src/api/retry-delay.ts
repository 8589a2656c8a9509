const FIRST_MS = 1_000
const MOST_MS = 30_000

/** Waits before a failed call is made again: 1 s, then twice as long each time, at most 30 s. @param tries made before */
export function waitBeforeRetry(tries: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.min(FIRST_MS * 2 ** tries, MOST_MS)))
}
