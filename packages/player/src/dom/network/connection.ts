import type { QualitySettings } from '../../output/output.ts'
import type { StreamQuality } from '../../state/playback-settings.ts'

/** Network Information API: Chromium only, and with `type` on phones and tablets only. */
interface Connection extends EventTarget {
  readonly type?: string
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** Round trips of more than a second, or less than 100 kbit/s. `3g` says little: it includes any distant server. */
const SLOW = new Set(['slow-2g', '2g'])

function connection(): Connection | undefined {
  return (globalThis.navigator as { connection?: Connection } | undefined)?.connection
}

/** Whether the browser tells anything about the network. */
export function isNetworkKnown(): boolean {
  return connection() !== undefined
}

/** Whether the network is mobile or very slow, or the browser saves data. */
function isNetworkLimited(): boolean {
  const { type, saveData, effectiveType = '' } = connection() ?? {}
  return type === 'cellular' || saveData === true || SLOW.has(effectiveType)
}

/** Calls back whenever the network changes, until the signal aborts. */
export function onNetworkChange(signal: AbortSignal, callback: () => void): void {
  connection()?.addEventListener('change', callback, { signal })
}

/** The quality for the present network. */
export function qualityForNetwork({ quality, limitedQuality }: QualitySettings): StreamQuality {
  return isNetworkLimited() ? limitedQuality : quality
}
