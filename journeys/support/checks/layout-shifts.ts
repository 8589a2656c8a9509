import type { Page } from 'playwright-core'

export interface Shift {
  /** As in Cumulative Layout Shift: 0.1 moves a tenth of the window by its whole height or width. */
  readonly value: number
  /** Beginnings of the texts that moved. */
  readonly moved: readonly string[]
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

/**
 * Records layout shifts from now on, once the texts have their font: one that arrives late changes the widths of labels. Call it
 * while the page holds still, before what is to shift nothing.
 */
export async function recordShifts(page: Page): Promise<void> {
  await untilFontShown(page)
  await page.evaluate(observeShifts, false)
}

/** Waits until the font has loaded and the page has been painted with it. */
export const untilFontShown = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // `ready` alone also resolves before the font is requested.
    await document.fonts.load('1em "Figtree Variable"')
    await document.fonts.ready
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  })

/** Records layout shifts from the beginning of the page's next load, a late font included. */
export async function recordAllShifts(page: Page): Promise<void> {
  await page.addInitScript(observeShifts, true)
}

/** Runs in the page. */
function observeShifts(buffered: boolean): void {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries() as LayoutShift[])
      shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.trim().slice(0, 40) ?? '') })
  }).observe({ type: 'layout-shift', buffered })
}

/** The shifts recorded in this page, those of the last frame included. */
export const readShifts = (page: Page): Promise<Shift[]> =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    await new Promise(resolve => setTimeout(resolve))
    return (window as unknown as { shifts: Shift[] }).shifts
  })
