/** Selector for each role that the journeys in Firefox and WebKit use. */
export const ROLES = {
  button: 'button, [role=button]',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  searchbox: 'input[type=search], [role=searchbox]',
  slider: 'input[type=range], [role=slider]',
  switch: '[role=switch]',
  tab: '[role=tab]',
  textbox: 'input, textarea',
} as const
export type Role = keyof typeof ROLES

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Where {
  /** Selector of its container. */
  readonly within?: string
  /** Text of its row. */
  readonly row?: string
  /** Horizontal position of the press, 0 to 1 from its left edge; by default wherever it is uncovered. */
  readonly at?: number
}

/** Runs in the page: position at which to press a control, once it is in sight and nothing covers it. */
export function pointOf(
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
    (row === '' || control.closest('li, [role="row"]')?.textContent.includes(row) === true) &&
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
