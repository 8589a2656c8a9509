import { setTimeout as wait } from 'node:timers/promises'
import { storageFailureOf } from '../../database/error-kinds.ts'
import { isDatabaseUnavailable } from '../../database/retry.ts'
import { log } from '../../log/log.ts'

export interface RetryTimes {
  /** Delay after the first failure; doubles up to `longestRetryMs`. */
  readonly retryMs: number
  readonly longestRetryMs: number
}

export const RETRY_TIMES: RetryTimes = { retryMs: 1_000, longestRetryMs: 60_000 }

/** The message for a database outage, or a disk that cannot be written; undefined for any other error. */
export function describeOutage(error: unknown): string | undefined {
  const failure = storageFailureOf(error)
  if (failure) {
    const what = failure === 'full' ? 'The disk is full' : 'DATA_DIR or the database cannot be written'
    return `${what}. The import continues once it can be written (${(error as Error).message}).`
  }
  return isDatabaseUnavailable(error)
    ? 'The database is unavailable. The import continues when it is back.'
    : undefined
}

/**
 * Retries `work` with exponential backoff after temporary errors. Logs a message once while it stays the same.
 * @param describeTemporary returns the message for a temporary error
 * @throws any other error, and the reason of `signal` once it is aborted
 */
export async function retryWithBackoff<T>(
  work: () => Promise<T>,
  {
    describeTemporary,
    signal,
    times: { retryMs, longestRetryMs } = RETRY_TIMES,
  }: {
    readonly describeTemporary: (error: unknown) => string | undefined
    readonly signal: AbortSignal
    readonly times?: RetryTimes
  },
): Promise<T> {
  let lastMessage: string | undefined
  for (let pauseMs = retryMs; ; pauseMs = Math.min(pauseMs * 2, longestRetryMs)) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      const message = describeTemporary(error)
      if (message === undefined) throw error
      if (message !== lastMessage) log.error(message)
      lastMessage = message
    }
    await wait(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}
