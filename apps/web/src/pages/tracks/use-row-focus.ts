import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** The element focused last, the position of its row, and its index among the row's focusable elements. */
interface Focused {
  readonly element: HTMLElement
  readonly position: string | null
  readonly index: number
}

const FOCUSABLE = 'a, button'

/**
 * Keeps the focus in a list whose rows move. A focused row is scrolled into view when it moves; if it is removed, the
 * focus goes to the same element of the row that takes its position.
 * @param rows changes whenever the order does
 * @returns the focus handler of the list
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, rows: readonly unknown[]) {
  const focused = useRef<Focused>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each new order
  useLayoutEffect(() => {
    const last = focused.current
    if (!last || !list.current) return
    if (last.element.isConnected) {
      const row = last.element === document.activeElement ? last.element.closest('li') : null
      if (row && row.ariaPosInSet !== last.position) row.scrollIntoView?.({ block: 'nearest' })
      return
    }
    focused.current = null
    if (document.activeElement !== document.body) return
    const all = list.current.querySelectorAll<HTMLElement>('li')
    const next = [...all].find(row => row.ariaPosInSet === last.position) ?? all[all.length - 1]
    next?.querySelectorAll<HTMLElement>(FOCUSABLE)[last.index]?.focus()
  }, [list, rows])

  return (event: FocusEvent<HTMLElement>) => {
    const element = event.target
    const row = element.closest('li')
    if (!row) return
    const index = [...row.querySelectorAll(FOCUSABLE)].indexOf(element)
    focused.current = { element, position: row.ariaPosInSet, index }
  }
}
