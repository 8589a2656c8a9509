import { onceLoaded } from './ui/once-loaded.ts'
import { whenIdle } from './ui/when-idle.ts'

/** Long enough for what the listener does first. */
const WITHIN_MS = 10_000

/** Not in every browser, and not known to TypeScript. */
type Connection = { readonly saveData?: boolean }

/**
 * Fetches ahead what nobody may ever need: once the page has loaded and the browser is idle, and never for listeners
 * who save data.
 */
export function onceIdle(fetchAhead: () => void): void {
  const { connection } = navigator as { connection?: Connection }
  if (connection?.saveData) return
  onceLoaded(() => whenIdle(fetchAhead, WITHIN_MS))
}
