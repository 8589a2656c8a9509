import type { Page } from 'playwright-core'

/** Longer than it takes to leave the history entry of a layer that has closed. */
const LEAVES_WITHIN_MS = 2_000

/**
 * Waits until dialogs and menus that have just closed have left their entries of the history: going back would end or undo a
 * navigation that begins meanwhile. One that is open stays.
 */
export async function untilLayersLeft(page: Page): Promise<void> {
  await page.waitForFunction(() => !history.state?.layer, null, { timeout: LEAVES_WITHIN_MS }).catch(() => {})
}
