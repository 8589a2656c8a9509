import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { MenuChoice, MenuEntry, SubMenu } from './menu-entry.ts'
import { SheetAction, type SheetParts } from './sheet-action.tsx'
import { SheetPage } from './sheet-page.tsx'

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
  const { onPage } = sheet
  const isOpen = sheet.page === label
  // An entry may go while its page is open.
  useEffect(() => (isOpen ? () => onPage(null) : undefined), [isOpen, onPage])
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
