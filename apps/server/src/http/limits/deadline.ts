import { RequestError } from '../errors/request-errors.ts'

const HANDLER_SECONDS = 10
const LOOK_MS = 1_000
const RETRY_SECONDS = 2

interface Waiting {
  readonly until: number
  giveUp(): void
}

/** One clock for everybody who waits: a timer for each request costs more than most answers. */
const waiting = new Set<Waiting>()
setInterval(look, LOOK_MS).unref()

/**
 * Waits for a handler's answer, some 10 s unless told otherwise; then the caller is told to come back (503).
 * @param giveUp hears of it first
 */
export function withDeadline<T>(
  answer: Promise<T> | T,
  seconds = HANDLER_SECONDS,
  giveUp?: (why: Error) => void,
): Promise<T> | T {
  if (!(answer instanceof Promise)) return answer
  return new Promise((resolve, reject) => {
    const entry = {
      until: performance.now() + seconds * 1000,
      giveUp() {
        const why = new RequestError(503, 'The answer took too long.', RETRY_SECONDS)
        giveUp?.(why)
        reject(why)
      },
    }
    waiting.add(entry)
    answer.then(
      value => {
        waiting.delete(entry)
        resolve(value)
      },
      error => {
        waiting.delete(entry)
        reject(error)
      },
    )
  })
}

/** The same for work that must not be done once the caller was told to come back: its signal says when. */
export function abortAtDeadline<T>(
  work: (late: AbortSignal) => Promise<T>,
  seconds = HANDLER_SECONDS,
): Promise<T> | T {
  const ending = new AbortController()
  return withDeadline(work(ending.signal), seconds, why => ending.abort(why))
}

function look(): void {
  const now = performance.now()
  for (const entry of waiting) {
    if (entry.until > now) continue
    waiting.delete(entry)
    entry.giveUp()
  }
}
