import type { Page } from 'puppeteer-core'
import { type Point, pointOf, ROLES, type Role, type Where } from './find-control.ts'

/**
 * Presses a control once it is in sight, stays where it is and nothing covers it.
 * @param name its label, or else its text; links may go on after it, as cards do
 */
export async function press(page: Page, role: Role, name: string, where: Where = {}): Promise<void> {
  let point = await findPoint(page, role, name, where)
  for (;;) {
    const again = await findPoint(page, role, name, where)
    if (again.x === point.x && again.y === point.y) break
    point = again
  }
  await page.mouse.click(point.x, point.y)
}

/** Position in the window, in pixels, at which to press a control. */
async function findPoint(page: Page, role: Role, name: string, where: Where): Promise<Point> {
  const { within = 'body', row = '', at } = where
  // Its middle may be clipped, as in the navigation when it is narrow.
  const shares = at === undefined ? [0.5, 0.1] : [at]
  try {
    const found = await page.waitForFunction(pointOf, {}, ROLES[role], name, within, row, shares)
    return (await found.jsonValue()) as Point
  } catch (cause) {
    throw new Error(`Cannot press the ${role} "${name}" ${JSON.stringify(where)}`, { cause })
  }
}

/** Types into a field. */
export async function fill(page: Page, role: Role, name: string, text: string): Promise<void> {
  await press(page, role, name)
  await page.keyboard.type(text)
}

/** Visible text of an element; empty if there is none. */
export const textOf = (page: Page, selector: string) =>
  page.evaluate(wanted => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', selector)
