import type { Page } from 'playwright-core'
import { scrollToEnd, sideways } from '../pages/pages.ts'
import { until } from '../until.ts'
import { violations } from './axe.ts'
import { untilLargeTextFits } from './large-text.ts'
import { overlaps } from './overlaps.ts'
import { touchFaults } from './touch.ts'

/** Those of look.md, and both sides of the player's breakpoint. */
export const WIDTHS = [1920, 1280, 1024, 768, 551, 550, 500, 425, 360]
const HEIGHT = 800
/** A window of 1280 px at 400 %. */
const ZOOMED = { width: 320, height: 256 }
/** A phone in portrait. */
const PHONE = { width: 390, height: 844 }

/** What differs from screen to screen. */
export interface Look {
  /** In pixels. Defaults to the widest, the narrowest, and the narrowest with the whole player. */
  readonly widths?: readonly number[]
  /** The page ends above the bars, whatever its length. */
  readonly ends?: boolean
  /** Axe looks at the frame around the screen, too. */
  readonly frame?: boolean
  /** The screen has other parts in small windows: axe looks at them there as well. */
  readonly narrow?: boolean
}

/**
 * Looks at an open screen in every way: axe, at all widths, at 400 %, with large text and with a finger.
 * @param finger makes the pointer a finger, or a mouse again
 * @returns what is wrong, by check
 */
export async function screenFaults(
  page: Page,
  finger: (isFinger: boolean) => Promise<void>,
  { widths = [1920, 551, 360], ends = false, frame = false, narrow = false }: Look,
): Promise<string[]> {
  const faults: string[] = []
  const note = (check: string, found: readonly string[]) =>
    faults.push(...found.map(fault => `${check}: ${fault}`))
  /** Goes on with the next check when one fails. */
  const attempt = (check: string, work: () => Promise<unknown>) =>
    work().catch(error => note(check, [(error as Error).message]))
  const widthFits = async (width: number) => {
    await page.setViewportSize({ width, height: HEIGHT })
    await until(() => sideways(page), 'pixels sideways').toBe(0)
    if (!ends) return
    // The end of a growing listing moves; it is reached when all pages have loaded.
    await until(async () => {
      await scrollToEnd(page)
      return overlaps(page)
    }, 'pixels under the bars').toEqual({ below: 0, beside: 0, covered: 0 })
  }

  // The parts are the same at other widths, unless the screen says otherwise, and so are their colours and names.
  note('axe', await violations(page, { frame }))
  for (const width of widths) await attempt(`${width} px`, () => widthFits(width))
  if (narrow) note('axe, 360 px', await violations(page, { frame }))
  await attempt('large text', () => untilLargeTextFits(page, 'text'))
  await attempt('400 %', async () => {
    await page.setViewportSize(ZOOMED)
    await until(() => sideways(page), 'pixels sideways').toBe(0)
  })
  await finger(true)
  await page.setViewportSize(PHONE)
  note('finger', await touchFaults(page, frame ? 'body' : 'main'))
  await finger(false)
  await page.setViewportSize({ width: 1280, height: HEIGHT })
  return faults
}
