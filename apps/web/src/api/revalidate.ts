/** `max-age` of public responses, in milliseconds. */
const MAX_AGE_MS = 60_000
/** Addresses remembered; others are revalidated each time. */
const MAX_ADDRESSES = 5_000

let until = Number.NEGATIVE_INFINITY
/** What was read since the change: the HTTP cache holds what is true now. */
let revalidated = new Set<string>()

/** Makes reads bypass the HTTP cache, once for each address, until everything in it has expired. */
export function revalidateAnswers(): void {
  until = performance.now() + MAX_AGE_MS
  revalidated = new Set()
}

/**
 * Whether an address must not be answered from the HTTP cache.
 * @returns undefined if it may be, else call it once the address has been read
 */
export function startRevalidation(url: string): (() => void) | undefined {
  if (performance.now() >= until || revalidated.has(url)) return undefined
  // A change during the request is not in its response.
  const since = revalidated
  return () => {
    if (since.size < MAX_ADDRESSES) since.add(url)
  }
}
