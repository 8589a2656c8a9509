import { controlsOf, rowOf } from '../grid/grid-controls.ts'

/** What had the focus when a filter was opened. */
export interface Opener {
  readonly element: HTMLElement
  /** The grid that it belongs to: the tab stop leads back to its row, which the filter may hide meanwhile. */
  readonly grid: Element | null
}

/** The field of an open filter. */
export function fieldIn(around: HTMLElement | null): HTMLElement | null | undefined {
  return around?.querySelector<HTMLElement>('[data-filter] input')
}

/** Null if nothing has the focus. */
export function readOpener(): Opener | null {
  const { activeElement: element } = document
  if (!(element instanceof HTMLElement) || element === document.body) return null
  return { element, grid: element.closest('[role="grid"]') }
}

/** Returns the focus from a filter that has been closed, to its button if it came from nowhere. */
export function focusOpener(opener: Opener | null, button: HTMLElement | null): void {
  const stop = opener?.grid?.isConnected && tabStopOf(opener.grid)
  const target = stop || (opener?.element.isConnected ? opener.element : button)
  target?.focus({ preventScroll: true })
  if (stop) rowOf(stop)?.scrollIntoView?.({ block: 'nearest' })
}

/** Moves the focus to the first row or card, or to the tab stop if that row is out of sight. */
export function focusFirstRow(around: Element): void {
  const first = around.querySelector('[role="row"][aria-rowindex="1"]')
  const [control] = first ? controlsOf(first) : []
  const target = control ?? tabStopOf(around) ?? around.querySelector<HTMLElement>('li a')
  target?.focus()
}

function tabStopOf(around: Element): HTMLElement | null {
  return around.querySelector('[role="row"] :is(a, button, summary)[tabindex="0"]')
}
