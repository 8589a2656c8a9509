import { commonTexts } from '@refrain/messages/en/common'
import { formatNumber } from '@refrain/messages/language'
import { ListFilter } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from '../forms/is-composing.ts'
import { FilterField } from './filter-field.tsx'
import { fieldIn, focusFirstRow, focusOpener, type Opener, readOpener } from './filter-focus.ts'
import { filterRows } from './filter-rows.ts'
import { listenToFilterKey } from './filter-shortcut.ts'

interface Options<Row> {
  readonly rows: readonly Row[]
  /** What is searched. Must be the same function on each render. */
  readonly textsOf: (row: Row) => readonly string[]
  /** Name of the list. */
  readonly label: string
  /** What identifies the list: the filter of another one is closed. */
  readonly listId: string
  /** Whether there are more rows than these, so that their number is unknown. */
  readonly isPart?: boolean
  readonly onOpen?: () => void
  /** Called before the filter closes, with the index of the focused row among those shown. */
  readonly onClose?: (focused: number | undefined) => void
}

interface ListFilterParts<Row> {
  readonly shown: readonly Row[]
  readonly isFiltering: boolean
  /** Focuses the field of an open filter. @returns whether it is open */
  readonly focusField: () => boolean
  /** Opens and closes the filter; null for lists of one row. */
  readonly button: ReactNode
  /** The open filter. */
  readonly field: ReactNode
  /** Of the element around the button, the field and the list. */
  readonly props: {
    readonly ref: (element: HTMLElement | null) => void
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onFocus: () => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

/** A filter for a list of rows, opened by its button or Ctrl+F, and closed and cleared by Escape. It only hides rows. */
export function useListFilter<Row>(options: Options<Row>): ListFilterParts<Row> {
  const { rows, textsOf, label, listId, isPart = false } = options
  const { isOpen, setOpen, typed, setTyped } = useTyped(listId)
  const deferred = useDeferredValue(typed.trim())
  // Closing and clearing shows all rows at once: the focus goes to one of them.
  const query = isOpen && typed !== '' ? deferred : ''
  const shown = useMemo(() => filterRows(rows, textsOf, query), [rows, textsOf, query])
  const around = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const opener = useRef<Opener>(null)
  const isFocusInside = useRef(false)
  const canFilter = rows.length > 1 || isOpen

  function open(): void {
    opener.current = readOpener()
    setOpen(true)
    // An open one gets the focus back.
    fieldIn(around.current)?.focus()
    options.onOpen?.()
  }

  function close(): void {
    const { activeElement } = document
    const index = Number(activeElement?.closest('[role="row"]')?.ariaRowIndex)
    const isInField = activeElement?.closest('[data-filter]') != null
    flushSync(() => {
      options.onClose?.(index > 0 ? index - 1 : undefined)
      setOpen(false)
      setTyped('')
    })
    if (isInField) focusOpener(opener.current, button.current)
  }

  const openByKey = useEffectEvent(open)
  useEffect(() => {
    if (!canFilter) return
    return listenToFilterKey({
      element: () => around.current,
      field: () => fieldIn(around.current),
      open: () => openByKey(),
    })
  }, [canFilter])

  // The focused row was the last one that matched.
  useLayoutEffect(() => {
    const isLost = isFocusInside.current && document.activeElement === document.body
    if (isOpen && shown.length === 0 && isLost) fieldIn(around.current)?.focus()
  }, [isOpen, shown])

  const total = rows.length
  const count = isPart ? formatNumber(shown.length) : commonTexts.rowsShown({ count: shown.length, total })
  return {
    shown,
    isFiltering: query !== '',
    focusField() {
      fieldIn(around.current)?.focus()
      return isOpen
    },
    button: canFilter && (
      <button
        ref={button}
        type="button"
        aria-label={commonTexts.filter}
        title={commonTexts.filter}
        aria-expanded={isOpen}
        className="icon-button aria-expanded:text-accent"
        onClick={isOpen ? close : open}
      >
        <ListFilter aria-hidden className="size-5" />
      </button>
    ),
    field: isOpen && (
      <FilterField
        label={commonTexts.filterList({ list: label })}
        text={typed}
        count={query === '' ? '' : count}
        onType={setTyped}
        onClose={close}
        onDown={() => around.current && focusFirstRow(around.current)}
      />
    ),
    props: {
      ref: element => {
        around.current = element
      },
      onKeyDown(event) {
        if (event.key !== 'Escape' || !isOpen || event.defaultPrevented || isComposing(event)) return
        event.preventDefault()
        close()
      },
      onFocus() {
        isFocusInside.current = true
      },
      onBlur({ relatedTarget }) {
        isFocusInside.current =
          relatedTarget instanceof Node && around.current?.contains(relatedTarget) === true
      },
    },
  }
}

/** Whether the filter is open and what is typed, for one list: another one starts without. */
function useTyped(listId: string) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [last, setLast] = useState(listId)
  if (last !== listId) {
    setLast(listId)
    setOpen(false)
    setTyped('')
  }
  return { isOpen, setOpen, typed, setTyped }
}
