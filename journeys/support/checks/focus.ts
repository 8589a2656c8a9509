import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from '../until.ts'

export interface Focus {
  readonly tag: string
  /** What it is called, and what describes it: `Play First Tone`. */
  readonly name: string
  /** Whether some of it can be seen: in the window, and nothing lies over all of it. */
  readonly inSight: boolean
  /** Whether a ring is drawn around it. */
  readonly marked: boolean
}

/** What has the keyboard's focus. */
export function describeFocus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = (document.activeElement ?? document.body) as HTMLElement
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const at = (x: number, y: number) => {
      const top = document.elementFromPoint(x, y)
      return top !== null && (element.contains(top) || top.contains(element))
    }
    const described = document.getElementById(element.getAttribute('aria-describedby') ?? '')
    const texts = [element.ariaLabel ?? element.innerText, described?.ariaLabel ?? described?.innerText ?? '']
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return {
      tag: element.tagName,
      name: texts.join(' ').replace(/\s+/g, ' ').trim(),
      inSight: [0.1, 0.5, 0.9].some(part =>
        [0.1, 0.5, 0.9].some(down => at(left + part * (right - left), top + down * (bottom - top))),
      ),
      marked: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    }
  })
}

/**
 * Waits until the focus is at the start of the screen that was gone to: the address changes before that screen is
 * there, and what is pressed meanwhile is pressed on the one before.
 */
export const untilArrived = (page: Page) => until(() => describeFocus(page)).toMatchObject({ tag: 'MAIN' })

/** More steps than any screen of the journeys has. */
const MOST_STEPS = 100

/** Presses Tab until the focus is on what is called so; each stop on the way must be seen and marked. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press('Tab')
    await expect
      .poll(() => describeFocus(page), { timeout: 5_000 })
      .toMatchObject({ inSight: true, marked: true })
    if (name.test((await describeFocus(page)).name)) return
  }
  throw new Error(`Tab never came to ${name}`)
}
