import { until } from '../until.ts'
import type { EngineWindow } from './engine-window.ts'
import { type Point, pointOf, ROLES, type Role, type Where } from './find-control.ts'

/**
 * Presses a control once it is in sight, stays where it is and nothing covers it.
 * @param name its label, or else its text; links may go on after it, as cards do
 */
export async function press(
  window: EngineWindow,
  role: Role,
  name: string,
  where: Where = {},
): Promise<void> {
  let point = await findPoint(window, role, name, where)
  for (;;) {
    const again = await findPoint(window, role, name, where)
    if (again.x === point.x && again.y === point.y) break
    point = again
  }
  await window.click(Math.round(point.x), Math.round(point.y))
}

/** Position in the window, in pixels, at which to press a control. */
async function findPoint(window: EngineWindow, role: Role, name: string, where: Where): Promise<Point> {
  const { within = 'body', row = '', at } = where
  // Its middle may be clipped, as in the navigation when it is narrow.
  const shares = at === undefined ? [0.5, 0.1] : [at]
  let point: Point | null = null
  await until(
    async () => {
      point = await window.evaluate(pointOf, ROLES[role], name, within, row, shares)
      return point !== null
    },
    `the ${role} "${name}" ${JSON.stringify(where)} can be pressed`,
  ).toBe(true)
  return point as unknown as Point
}

/** Types into a field. */
export async function fill(window: EngineWindow, role: Role, name: string, text: string): Promise<void> {
  await press(window, role, name)
  await window.type(text)
}

/** Visible text of an element; empty if there is none. */
export const textOf = (window: EngineWindow, selector: string) =>
  window.evaluate(wanted => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', selector)
