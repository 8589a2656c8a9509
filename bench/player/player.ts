import { startBrowser } from '../../journeys/support/browsers/chromium.ts'
import { benchCost } from './cost.ts'
import { benchJoins } from './joins.ts'
import { benchStarts } from './starts.ts'

/**
 * Measures the player in a real browser with the real service and its captured audio: each figure beside its
 * limit.
 */
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
