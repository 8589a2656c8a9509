import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../database/retry.ts'

export interface RetryTimes {
  /** Waiting time after a first failure; doubles up to `longestRetryMs`. */
  readonly retryMs: number
  readonly longestRetryMs: number
}

export const RETRY_TIMES: RetryTimes = { retryMs: 1_000, longestRetryMs: 60_000 }

/** What is logged for a failure that passes; undefined for any other. */
export function whyDatabaseAway(error: unknown): string | undefined {
  return isDatabaseUnavailable(error)
    ? 'The database is away: the import goes on once it is back.'
    : undefined
}

/**
 * Does something until it succeeds, with growing pauses after each failure that passes. Logs each reason once.
 * @param whyPassing tells what to log for an error that passes
 * @throws any other error, and the reason of `signal` once that is aborted
 */
export async function keepTrying<T>(
  work: () => Promise<T>,
  {
    whyPassing,
    signal,
    times: { retryMs, longestRetryMs } = RETRY_TIMES,
  }: {
    readonly whyPassing: (error: unknown) => string | undefined
    readonly signal: AbortSignal
    readonly times?: RetryTimes
  },
): Promise<T> {
  let told: string | undefined
  for (let pauseMs = retryMs; ; pauseMs = Math.min(pauseMs * 2, longestRetryMs)) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      const message = whyPassing(error)
      if (message === undefined) throw error
      if (message !== told) console.error(message)
      told = message
    }
    await wait(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}
