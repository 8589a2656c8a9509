import { Key, Origin } from 'selenium-webdriver'
import { type Point, pointOf, ROLES, type Role, type Where } from './find-control.ts'
import type { WebKitVisit } from './webkit.ts'

const PATIENCE_MS = 30_000

/**
 * Presses a control once it is in sight, stays where it is and nothing covers it.
 * @param name its label, or else its text; links may go on after it, as cards do
 */
export async function press(visit: WebKitVisit, role: Role, name: string, where: Where = {}): Promise<void> {
  let point = await findPoint(visit, role, name, where)
  for (;;) {
    const again = await findPoint(visit, role, name, where)
    if (again.x === point.x && again.y === point.y) break
    point = again
  }
  const { x, y } = point
  await visit.driver
    .actions()
    .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
    .click()
    .perform()
}

async function findPoint(
  { driver, evaluate }: WebKitVisit,
  role: Role,
  name: string,
  { within = 'body', row = '', at }: Where,
): Promise<Point> {
  const shares = at === undefined ? [0.5, 0.1] : [at]
  let point: Point | null = null
  await driver.wait(
    async () => {
      point = await evaluate(pointOf, ROLES[role], name, within, row, shares)
      return point !== null
    },
    PATIENCE_MS,
    `Cannot press the ${role} "${name}" in ${within} ${row}`,
  )
  return point as unknown as Point
}

/** Types into a field. */
export async function fill(visit: WebKitVisit, role: Role, name: string, text: string): Promise<void> {
  await press(visit, role, name)
  await visit.driver.actions().sendKeys(text).perform()
}

export const pressEnter = ({ driver }: WebKitVisit) => driver.actions().sendKeys(Key.ENTER).perform()

/** Visible text of an element; empty if there is none. */
export const textOf = ({ evaluate }: WebKitVisit, selector: string) =>
  evaluate(wanted => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', selector)
