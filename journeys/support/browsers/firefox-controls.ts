import type { Page } from 'puppeteer-core'

/** Selector for each role that the Firefox journeys use. */
const ROLES = {
  button: 'button, [role=button]',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  searchbox: 'input[type=search], [role=searchbox]',
  slider: 'input[type=range], [role=slider]',
  switch: '[role=switch]',
  tab: '[role=tab]',
  textbox: 'input, textarea',
} as const
type Role = keyof typeof ROLES

interface Point {
  readonly x: number
  readonly y: number
}

interface Where {
  /** Selector of its container. */
  readonly within?: string
  /** Text of its row. */
  readonly row?: string
  /** Horizontal position of the press, 0 to 1 from its left edge; by default wherever it is uncovered. */
  readonly at?: number
}

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

/** Runs in the page. */
function pointOf(
  selector: string,
  wanted: string,
  within: string,
  row: string,
  shares: readonly number[],
): Point | null {
  const nameOf = (control: Element) => {
    const label = control.getAttribute('aria-label')
    if (label) return label
    const id = control.getAttribute('aria-labelledby')
    const [field] = (control as HTMLInputElement).labels ?? []
    const text = ((id && document.getElementById(id)) || field || control).cloneNode(true) as Element
    for (const hidden of text.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    return text.textContent.replace(/\s+/g, ' ').trim()
  }
  const isWanted = (control: Element) =>
    (control.matches('a') ? nameOf(control).startsWith(wanted) : nameOf(control) === wanted) &&
    (row === '' || control.closest('li')?.textContent.includes(row) === true) &&
    control.checkVisibility()

  for (const around of document.querySelectorAll(within)) {
    for (const control of [...around.querySelectorAll(selector)].filter(isWanted)) {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      const { x, y, width, height } = control.getBoundingClientRect()
      for (const share of shares) {
        const point = { x: x + width * share, y: y + height / 2 }
        if (control.contains(document.elementFromPoint(point.x, point.y))) return point
      }
    }
  }
  return null
}

/** Types into a field. */
export async function fill(page: Page, role: Role, name: string, text: string): Promise<void> {
  await press(page, role, name)
  await page.keyboard.type(text)
}

/** Visible text of an element; empty if there is none. */
export const textOf = (page: Page, selector: string) =>
  page.evaluate(wanted => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', selector)
