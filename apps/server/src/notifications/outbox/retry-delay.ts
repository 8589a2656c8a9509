const FIRST_MS = 5_000
const MAX_MS = 3_600_000

/**
 * Milliseconds to wait after a number of failed attempts: doubles each time, up to an hour, minus up to half of it at
 * random so that deliveries that failed together are not retried together.
 * @param random 0 to 1
 */
export function retryDelayMs(attempts: number, random = Math.random()): number {
  const delay = Math.min(MAX_MS, FIRST_MS * 2 ** (attempts - 1))
  return Math.round(delay * (1 - random / 2))
}
