import type { Page } from 'playwright-core'

export interface Network {
  readonly name: string
  /** Bits per second; unlimited if omitted. */
  readonly bits?: number
  readonly latencyMs?: number
}

export const LOCAL: Network = { name: 'localhost' }
export const FOUR_MBIT: Network = { name: '4 Mbit/s, 60 ms', bits: 4_000_000, latencyMs: 60 }
export const HALF_MBIT: Network = { name: '500 kbit/s, 150 ms', bits: 500_000, latencyMs: 150 }

/** Throttles a page's network. */
export async function throttle(page: Page, { bits, latencyMs = 0 }: Network): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  // Repeated fetches must not come from the browser's cache.
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const bytes = bits === undefined ? -1 : bits / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
}
