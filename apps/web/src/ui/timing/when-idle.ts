/** Safari does not say when it has nothing to do. */
const GUESS_MS = 200

/** Calls back once the browser has nothing else to do, after `within` milliseconds at the latest. Answers what calls it off. */
export function whenIdle(act: () => void, within: number): () => void {
  if ('requestIdleCallback' in window) {
    const asked = requestIdleCallback(() => act(), { timeout: within })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(act, Math.min(GUESS_MS, within))
  return () => clearTimeout(timer)
}
