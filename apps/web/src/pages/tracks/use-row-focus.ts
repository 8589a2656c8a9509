import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** What had the focus last: it, its row's place, and which of the row's stops it is. */
interface Focused {
  readonly element: HTMLElement
  readonly place: string | null
  readonly stop: number
}

const STOPS = 'a, button'

/**
 * Keeps the focus among rows that change places. The row that has it stays in sight where it goes; where that row
 * is taken away, the same stop of the row in its place has the focus.
 * @param rows changes with their order
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, rows: readonly unknown[]) {
  const focused = useRef<Focused>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new order
  useLayoutEffect(() => {
    const last = focused.current
    if (!last || !list.current) return
    if (last.element.isConnected) {
      const row = last.element === document.activeElement ? last.element.closest('li') : null
      if (row && row.ariaPosInSet !== last.place) row.scrollIntoView?.({ block: 'nearest' })
      return
    }
    focused.current = null
    if (document.activeElement !== document.body) return
    const all = list.current.querySelectorAll<HTMLElement>('li')
    const next = [...all].find(row => row.ariaPosInSet === last.place) ?? all[all.length - 1]
    next?.querySelectorAll<HTMLElement>(STOPS)[last.stop]?.focus()
  }, [list, rows])

  return (event: FocusEvent<HTMLElement>) => {
    const element = event.target
    const row = element.closest('li')
    if (!row) return
    const stop = [...row.querySelectorAll(STOPS)].indexOf(element)
    focused.current = { element, place: row.ariaPosInSet, stop }
  }
}
