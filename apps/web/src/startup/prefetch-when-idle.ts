import { onPageLoad } from '../ui/timing/on-page-load.ts'
import { whenIdle } from '../ui/timing/when-idle.ts'

/** Longest wait for an idle moment, in milliseconds. */
const WITHIN_MS = 10_000

/** Not in every browser, and not known to TypeScript. */
type Connection = { readonly saveData?: boolean }

/**
 * Prefetches optional code once the page has loaded and the browser is idle, and never for listeners who save data.
 */
export function prefetchWhenIdle(fetchAhead: () => void): void {
  const { connection } = navigator as { connection?: Connection }
  if (connection?.saveData) return
  onPageLoad(() => whenIdle(fetchAhead, WITHIN_MS))
}
