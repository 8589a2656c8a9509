import { Check, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { MenuAction, MenuChoice, MenuEntry, SubMenu } from './menu-item.tsx'
import { SheetPage } from './sheet-page.tsx'
import { useMenuAction } from './use-menu-action.ts'

/** What the entries of a sheet share with it. */
export interface SheetParts {
  /** The element that second pages are rendered into. */
  readonly pages: HTMLElement | null
  /** Label of the sub-menu that is open. */
  readonly page: string | null
  readonly onPage: (label: string | null) => void
  readonly onClose: () => void
  /** Returns the focus before an action that may open something else. */
  readonly release: () => void
}

interface Props<Entry> {
  readonly entry: Entry
  readonly sheet: SheetParts
}

export function SheetItem({ entry, sheet }: Props<MenuEntry>) {
  if ('render' in entry)
    return entry.render(entries =>
      entries.map(each => <SheetItem key={each.label} entry={each} sheet={sheet} />),
    )
  if ('entries' in entry || 'options' in entry) return <SheetSub entry={entry} sheet={sheet} />
  return <SheetAction entry={entry} sheet={sheet} />
}

/** Stays mounted behind its page, so that entries that follow changing data keep their state. */
function SheetSub({ entry, sheet }: Props<SubMenu | MenuChoice>) {
  const { label, icon: Icon } = entry
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = sheet.page === label
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <>
      <button
        ref={button}
        type="button"
        role="menuitem"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className="menu-sheet-item"
        onClick={() => sheet.onPage(label)}
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') sheet.onPage(label)
        }}
      >
        <Icon aria-hidden />
        <span className="min-w-0 flex-1">{label}</span>
        {'value' in entry && <span className="tabular text-quiet">{entry.value}</span>}
        <ChevronRight aria-hidden />
      </button>
      {isOpen &&
        sheet.pages &&
        createPortal(
          <SheetPage entry={entry} sheet={sheet} onBack={() => sheet.onPage(null)} />,
          sheet.pages,
        )}
    </>
  )
}

export function SheetAction({ entry: { label, icon, note, ...action }, sheet }: Props<MenuAction>) {
  const { isDone, select } = useMenuAction(action, sheet.onClose)
  const Icon = isDone ? Check : icon
  return (
    <button
      type="button"
      role="menuitem"
      className="menu-sheet-item"
      onClick={() => {
        if (!action.done) sheet.release()
        if (!select()) sheet.onClose()
      }}
    >
      <Icon aria-hidden />
      <bdi className="min-w-0 flex-1">{isDone ? action.done : label}</bdi>
      {note && !isDone && <span className="text-sm text-quiet">{note}</span>}
    </button>
  )
}
