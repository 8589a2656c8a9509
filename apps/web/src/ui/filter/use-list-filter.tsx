import { commonTexts } from '@refrain/messages/en/common'
import { ListFilter } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { controlsOf } from '../grid/grid-controls.ts'
import { FilterField } from './filter-field.tsx'
import { filterRows } from './filter-rows.ts'
import { listenToFilterKey } from './filter-shortcut.ts'

interface Options<Row> {
  readonly rows: readonly Row[]
  /** What is searched. Must be the same function on each render. */
  readonly textOf: (row: Row) => string
  /** Name of the list. */
  readonly label: string
}

interface ListFilterParts<Row> {
  readonly shown: readonly Row[]
  readonly isFiltering: boolean
  /** Opens the filter; null for lists of one row. */
  readonly button: ReactNode
  /** The open filter. */
  readonly field: ReactNode
  /** Of the element around the button, the field and the list. */
  readonly props: {
    readonly ref: (element: HTMLElement | null) => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
}

/** A filter for a list of rows, opened by its button or Ctrl+F, and closed and cleared by Escape. */
export function useListFilter<Row>({ rows, textOf, label }: Options<Row>): ListFilterParts<Row> {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(isOpen ? typed.trim() : '')
  const shown = useMemo(() => filterRows(rows, textOf, query), [rows, textOf, query])
  const around = useRef<HTMLElement>(null)
  const opener = useRef<HTMLElement>(null)
  const canFilter = rows.length > 1

  function open(): void {
    const { activeElement } = document
    opener.current =
      activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
    setOpen(true)
    // An open one gets the focus back.
    around.current?.querySelector<HTMLElement>('[data-filter] input')?.focus()
  }

  function close(): void {
    const isInField = document.activeElement?.closest('[data-filter]') !== null
    flushSync(() => {
      setOpen(false)
      setTyped('')
    })
    if (!isInField) return
    const button = around.current?.querySelector<HTMLElement>('[data-filter]')
    const target = opener.current?.isConnected ? opener.current : button
    target?.focus({ preventScroll: true })
  }

  const openByKey = useEffectEvent(open)
  useEffect(() => {
    if (!canFilter) return
    return listenToFilterKey({ element: () => around.current, open: () => openByKey() })
  }, [canFilter])

  return {
    shown,
    isFiltering: query !== '',
    button: canFilter && !isOpen && (
      <button
        type="button"
        data-filter=""
        aria-label={commonTexts.filter}
        title={commonTexts.filter}
        aria-expanded={false}
        className="icon-button"
        onClick={open}
      >
        <ListFilter aria-hidden className="size-5" />
      </button>
    ),
    field: isOpen && (
      <FilterField
        label={commonTexts.filterList({ list: label })}
        text={typed}
        count={query === '' ? '' : commonTexts.rowsShown({ count: shown.length, total: rows.length })}
        onType={setTyped}
        onClose={close}
        onDown={() => around.current && focusRows(around.current)}
      />
    ),
    props: {
      ref: element => {
        around.current = element
      },
      onKeyDown(event) {
        if (event.key !== 'Escape' || !isOpen || event.defaultPrevented) return
        event.preventDefault()
        close()
      },
    },
  }
}

/** Moves the focus to the first row, or to the tab stop if that row is out of sight. */
function focusRows(around: HTMLElement): void {
  const first = around.querySelector('[role="row"][aria-rowindex="1"]')
  const [control] = first ? controlsOf(first) : []
  ;(control ?? around.querySelector<HTMLElement>('[role="row"] [tabindex="0"]'))?.focus()
}
