/** `max-age` of public responses, in milliseconds. */
const MAX_AGE_MS = 60_000

let until = Number.NEGATIVE_INFINITY

/** Makes reads bypass the HTTP cache until everything in it has expired. */
export function revalidateAnswers(): void {
  until = performance.now() + MAX_AGE_MS
}

/** Whether reads must not be answered from the HTTP cache. */
export const mustRevalidate = () => performance.now() < until
