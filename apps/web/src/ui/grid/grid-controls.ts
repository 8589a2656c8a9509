const CONTROLS = 'a[href], button, summary'

/** The links and buttons of a row, in order. */
export function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)]
}

/** The row that contains an element. */
export function rowOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[role="row"]')
}

/** Leaves one control of a grid to the Tab key. Rows that are not rendered yet get their turn when they are. */
export function setTabStop(grid: Element, row: number, column: number): void {
  const controls = grid.querySelector(`[aria-rowindex="${row + 1}"]`)
  const inRow = controls ? controlsOf(controls) : []
  const stop = inRow[Math.min(column, inRow.length - 1)]
  for (const control of controlsOf(grid)) {
    const tabIndex = control === stop ? 0 : -1
    if (control.tabIndex !== tabIndex || !control.hasAttribute('tabindex')) control.tabIndex = tabIndex
  }
}
