import type { Browser, CDPSession, Page } from 'playwright-core'

/** The limits apply to a processor four times slower than this one, on a mobile network. */
export const SLOWER = 4
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** A page is idle when it has received nothing and run nothing for this long. */
const QUIET_MS = 1_000

export interface BenchVisit {
  readonly page: Page
  readonly session: CDPSession
  close(): Promise<void>
}

/** Opens a window with empty caches. `note` runs in it before the page's own scripts. */
export async function openVisit(browser: Browser, address: string, note: () => void): Promise<BenchVisit> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 800 } })
  await context.addInitScript(note)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  return { page, session, close: () => context.close() }
}

/** Slows the processor down by this factor; 1 restores full speed. */
export async function slowProcessor({ session }: BenchVisit, times = SLOWER): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** Throttles the network to the one that the limits assume. */
export async function slowNetwork({ session }: BenchVisit): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
}

/**
 * Waits until no request is pending and the main thread is idle.
 * @param until `load` where a request stays pending: that for members' live updates
 */
export async function waitForQuiet(
  { page }: BenchVisit,
  until: 'networkidle' | 'load' = 'networkidle',
): Promise<void> {
  await page.waitForLoadState(until)
  await page.evaluate(
    quiet =>
      new Promise<void>(resolve => {
        let timer = setTimeout(resolve, quiet)
        const busy = new PerformanceObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(resolve, quiet)
        })
        busy.observe({ type: 'longtask' })
        busy.observe({ type: 'resource' })
      }),
    QUIET_MS,
  )
}
