const FIRST_MS = 1_000
const MAX_MS = 30_000

/** The pause before a retry: 1 s, then twice as long each time, at most 30 s. @param tries number of failed tries before */
export function backoffMs(tries: number): number {
  return Math.min(FIRST_MS * 2 ** tries, MAX_MS)
}
