import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { foldedText } from './folded-text.ts'
import { controlsOf, rowOf, setTabStop } from './grid-controls.ts'
import { type Cell, targetOfKey } from './target-of-key.ts'
import { TypeAhead } from './type-ahead.ts'

interface Options<Row> {
  /** Changes whenever the order does. */
  readonly rows: readonly Row[]
  /** What identifies a row, unique in the list. */
  readonly keyOf: (row: Row) => string
  /** Must be the same function on each render. */
  readonly titleOf: (row: Row) => string
  /** Number of rows, if it is not that of `rows`; -1 while unknown. */
  readonly total?: number | undefined
  /** The row of the tab stop until another one is chosen. */
  readonly start?: number
  /** Rows that PageUp and PageDown pass. */
  readonly pageSize?: () => number
}

/** The control that has or had the focus, and where it was. */
interface Focused extends Cell {
  readonly element: HTMLElement
}

/** The row of the tab stop, and its index when it was chosen. */
interface Chosen {
  readonly key: string | undefined
  readonly row: number
}

/**
 * Makes the rows of an element one tab stop with keys of their own: the grid pattern of WAI-ARIA. The element is a `Grid` of
 * `GridRow`s, whose links and buttons are reached with the arrow keys. Focus and tab stop stay with their row when
 * rows move or a filter hides it for a while, and go to the row that takes its place when it is removed.
 */
export function useGrid<Row>(grid: RefObject<HTMLElement | null>, options: Options<Row>) {
  const { rows, keyOf, titleOf, start = 0, pageSize = () => 10 } = options
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [typeAhead] = useState(() => new TypeAhead())
  const focused = useRef<Focused>(null)
  /** Letters typed after a press of the mouse are shortcuts of the player, as elsewhere. */
  const isByKey = useRef(false)
  const place = useMemo(() => (chosen ? placeOf(chosen, rows, keyOf) : undefined), [chosen, rows, keyOf])
  const stop = Math.max(0, Math.min(place ?? start, rows.length - 1))
  useTabStop(grid, stop, () => focused.current?.column ?? 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each new order
  useLayoutEffect(() => {
    const last = focused.current
    if (last?.element.isConnected && last.element === document.activeElement) {
      if (remember(last.element) !== last.row) rowOf(last.element)?.scrollIntoView?.({ block: 'nearest' })
    } else if (last && !last.element.isConnected && isFocusLost() && rows.length > 0)
      focusCell({ row: stop, column: last.column })
  }, [grid, rows])

  const choose = (row: number) => setChosen({ row, key: rows[row] && keyOf(rows[row]) })

  /** Makes a control the tab stop. @returns the index of its row */
  function remember(element: HTMLElement): number | undefined {
    const row = rowOf(element)
    if (!row) return undefined
    const index = Number(row.ariaRowIndex) - 1
    focused.current = { element, row: index, column: Math.max(0, controlsOf(row).indexOf(element)) }
    choose(index)
    return index
  }

  /** Focuses a control of a rendered row; narrow windows hide some, then the next one in a direction. */
  function focusCell({ row, column }: Cell, isForward = false): void {
    const element = grid.current?.querySelector<HTMLElement>(`[aria-rowindex="${row + 1}"]`)
    if (!element) return
    const controls = controlsOf(element)
    const after = controls.slice(column + (isForward ? 0 : 1))
    const before = isForward ? [] : controls.slice(0, column + 1).reverse()
    for (const control of [...before, ...after]) {
      control.focus({ preventScroll: true })
      if (document.activeElement === control) break
    }
    element.scrollIntoView?.({ block: 'nearest' })
  }

  /** Moves the focus to a row, rendered or not. */
  function moveTo(cell: Cell, isForward?: boolean): void {
    flushSync(() => choose(cell.row))
    focusCell(cell, isForward)
  }

  function moveByKey(cell: Cell, isForward?: boolean): void {
    moveTo(cell, isForward)
    isByKey.current = true
  }

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const { key, altKey, shiftKey, ctrlKey, metaKey, currentTarget } = event
    const row = event.target instanceof HTMLElement ? rowOf(event.target) : null
    if (!row || altKey || event.defaultPrevented || isTextField(event.target)) return
    const controls = controlsOf(row)
    const current = Number(row.ariaRowIndex) - 1
    const column = Math.max(0, controls.indexOf(event.target as HTMLElement))
    const isCtrl = ctrlKey || metaKey
    if (!isCtrl && isByKey.current && typeAhead.takes(key)) {
      // Single-letter shortcuts rest here, and a space within a title presses nothing.
      event.preventDefault()
      const next = typeAhead.type(key, current, rows.length, index => foldedText(rows, index, titleOf))
      if (next !== undefined) moveByKey({ row: next, column })
      return
    }
    if (shiftKey) return
    const target = targetOfKey(
      { key, isCtrl },
      {
        ...{ row: current, column, rows: rows.length, columns: controls.length, page: pageSize() },
        isRightToLeft: getComputedStyle(currentTarget).direction === 'rtl',
      },
    )
    if (!target) return
    event.preventDefault()
    moveByKey(target, target.row === current && target.column === column + 1)
  }

  return {
    /** The row of the tab stop: it must stay rendered. */
    stop,
    moveTo,
    /** Attributes and handlers of the element. */
    props: {
      'aria-rowcount': options.total ?? rows.length,
      // The player leaves arrow keys to it.
      'data-own-arrows': '',
      onKeyDown: handleKey,
      // In Firefox, a button is pressed when Space is released.
      onKeyUp: (event: KeyboardEvent) => {
        if (event.key === ' ' && typeAhead.isTyping()) event.preventDefault()
      },
      onFocus({ target }: FocusEvent<HTMLElement>) {
        isByKey.current = target.matches(':focus-visible')
        remember(target)
      },
      // Also on the control that has the focus already.
      onMouseDown() {
        isByKey.current = false
      },
    } as const,
  }
}

/** The index of the chosen row; of the one that takes its place if it is not in the list. */
function placeOf<Row>({ key, row }: Chosen, rows: readonly Row[], keyOf: (row: Row) => string): number {
  const isThere = rows[row] !== undefined && keyOf(rows[row]) === key
  const index = isThere ? row : rows.findIndex(other => keyOf(other) === key)
  return index < 0 ? row : index
}

/** Keeps one tab stop, also when rows or their controls are rendered later. */
function useTabStop(grid: RefObject<HTMLElement | null>, row: number, columnOf: () => number): void {
  const set = useEffectEvent(() => {
    if (grid.current) setTabStop(grid.current, row, columnOf())
  })
  useLayoutEffect(() => set())
  useEffect(() => {
    if (!grid.current) return
    const observer = new MutationObserver(() => set())
    observer.observe(grid.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [grid])
}

/** Whether the element that had the focus was removed. */
const isFocusLost = () => document.activeElement === document.body

const isTextField = (target: EventTarget) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
