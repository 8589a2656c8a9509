import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { recordFigure } from '../report/record-figure.ts'
import { openVisit, slowNetwork, slowProcessor, waitForQuiet } from './visit.ts'

const SECONDS = 12
const KB = 1000

/** How many pieces of script Home has loaded a while after the first press, on a slow line: each costs a request. */
export async function benchAfterPress(browser: Browser, address: string): Promise<void> {
  const visit = await openVisit(browser, address, () => {})
  const { page } = visit
  const scripts: Promise<number>[] = []
  page.on('requestfinished', request => {
    // Not what the service worker fetches for the next visit.
    if (request.resourceType() === 'script' && !request.serviceWorker())
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await slowNetwork(visit)
  await slowProcessor(visit)
  await page.goto('/')
  await waitForQuiet(visit)
  const before = scripts.length
  await page.mouse.click(640, 5)
  await wait(SECONDS * 1000)
  const sizes = await Promise.all(scripts)
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / KB
  console.log(`Home ${SECONDS} s after the first press`)
  const detail = `${before} before the press, ${kilobytes.toFixed(0)} KB`
  recordFigure({ name: 'pieces of script', value: sizes.length, unit: 'files', limit: 40, detail })
  await visit.close()
}
