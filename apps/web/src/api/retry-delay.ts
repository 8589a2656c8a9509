const FIRST_MS = 1_000
const MAX_MS = 30_000

/** Waits before a retry: 1 s, then twice as long each time, at most 30 s. @param tries number of failed tries before */
export function waitBeforeRetry(tries: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.min(FIRST_MS * 2 ** tries, MAX_MS)))
}
