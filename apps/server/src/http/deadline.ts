import { RequestError } from './errors.ts'

const HANDLER_MS = 10_000
const RETRY_SECONDS = 2

/** Waits for a handler's answer, at most 10 s; then the caller is told to come back (503). */
export async function beforeDeadline<T>(answer: Promise<T> | T): Promise<T> {
  if (!(answer instanceof Promise)) return answer
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new RequestError(503, 'The answer took too long.', RETRY_SECONDS)),
      HANDLER_MS,
    )
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
