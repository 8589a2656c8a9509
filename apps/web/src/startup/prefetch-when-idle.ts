import { onPageLoad } from '../ui/timing/on-page-load.ts'
import { whenIdle } from '../ui/timing/when-idle.ts'

/** Longest wait for an idle period, in milliseconds. */
const TIMEOUT = 10_000

/** The Network Information API is missing in some browsers and in TypeScript. */
type Connection = { readonly saveData?: boolean }

/** Prefetches once the page has loaded and the browser is idle; never for users who save data. */
export function prefetchWhenIdle(prefetch: () => void): void {
  const { connection } = navigator as { connection?: Connection }
  if (connection?.saveData) return
  onPageLoad(() => whenIdle(prefetch, TIMEOUT))
}
