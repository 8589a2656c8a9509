import { startBrowser } from '../../journeys/support/browsers/chromium.ts'
import { benchCost } from './cost.ts'
import { benchJoins } from './joins.ts'
import { benchStarts } from './starts.ts'

/** The player in a real browser against the real service, its sound captured: each figure beside its limit. */
export async function benchPlayer(): Promise<void> {
  const browser = await startBrowser()
  try {
    console.log(`Chromium ${browser.version()}`)
    await benchStarts(browser)
    await benchCost(browser)
    await benchJoins(browser)
  } finally {
    await browser.close()
  }
}
