import { RequestError } from '../errors/request-errors.ts'

const DEFAULT_SECONDS = 10
const CHECK_INTERVAL_MS = 1_000
const RETRY_SECONDS = 2

interface Pending {
  readonly until: number
  timeOut(): void
}

/** One interval for all: a timer for each request costs more than most responses. */
const pending = new Set<Pending>()
setInterval(checkDeadlines, CHECK_INTERVAL_MS).unref()

/**
 * Rejects with a 503 if the result takes longer than `seconds`, to within a second.
 * @param onTimeout called before the rejection
 */
export function withDeadline<T>(
  result: Promise<T> | T,
  seconds = DEFAULT_SECONDS,
  onTimeout?: (error: Error) => void,
): Promise<T> | T {
  if (!(result instanceof Promise)) return result
  return new Promise((resolve, reject) => {
    const entry = {
      until: performance.now() + seconds * 1000,
      timeOut() {
        const error = new RequestError(503, 'The answer took too long.', RETRY_SECONDS)
        onTimeout?.(error)
        reject(error)
      },
    }
    pending.add(entry)
    result.then(
      value => {
        pending.delete(entry)
        resolve(value)
      },
      error => {
        pending.delete(entry)
        reject(error)
      },
    )
  })
}

/** The same for work that must stop at the deadline: its signal aborts. */
export function abortAtDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  seconds = DEFAULT_SECONDS,
): Promise<T> | T {
  const controller = new AbortController()
  return withDeadline(work(controller.signal), seconds, error => controller.abort(error))
}

function checkDeadlines(): void {
  const now = performance.now()
  for (const entry of pending) {
    if (entry.until > now) continue
    pending.delete(entry)
    entry.timeOut()
  }
}
