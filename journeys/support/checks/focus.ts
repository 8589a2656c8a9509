import type { Page } from 'playwright-core'
import { until } from '../until.ts'

export interface Focus {
  readonly tag: string
  /** Accessible name and description: `Play First Tone`. */
  readonly name: string
  /** Whether part of it is in the window and uncovered. */
  readonly inSight: boolean
  /** Whether it has a focus ring. */
  readonly marked: boolean
}

/** Describes the element with the keyboard focus. */
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
 * Waits until the focus is at the start of the new screen: the address changes before it is rendered, and
 * keys would go to the old one.
 */
export const untilArrived = (page: Page) => until(() => describeFocus(page)).toMatchObject({ tag: 'MAIN' })

/** More tab stops than any screen has. */
const MAX_STEPS = 100

/**
 * Presses Tab until the focused element has this name; each stop on the way must be visible and have a focus
 * ring.
 */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    await page.keyboard.press('Tab')
    let stop = ''
    await until(async () => {
      const focus = await describeFocus(page)
      stop = focus.name
      return focus
    }).toMatchObject({ inSight: true, marked: true })
    if (name.test(stop)) return
  }
  throw new Error(`Tab never came to ${name}`)
}

/** Presses a key, such as an arrow within a list, until the focused element has this name; it may have it already. */
export async function keyTo(page: Page, key: string, name: RegExp): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const focus = await describeFocus(page)
    if (name.test(focus.name)) {
      await until(() => describeFocus(page)).toMatchObject({ inSight: true, marked: true })
      return
    }
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never came to ${name}`)
}
