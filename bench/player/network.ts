import type { Page } from 'playwright-core'

export interface Network {
  readonly name: string
  /** Bits a second; nothing: as fast as it is. */
  readonly bits?: number
  readonly latencyMs?: number
}

export const LOCAL: Network = { name: 'localhost' }
export const FOUR_MBIT: Network = { name: '4 Mbit/s, 60 ms', bits: 4_000_000, latencyMs: 60 }
export const HALF_MBIT: Network = { name: '500 kbit/s, 150 ms', bits: 500_000, latencyMs: 150 }

/** Makes the network of a page such from now on. */
export async function throttle(page: Page, { bits, latencyMs = 0 }: Network): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  // What was fetched once must not come from the browser's own cache.
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const bytes = bits === undefined ? -1 : bits / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
}
