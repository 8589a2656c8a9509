import { textLimits } from '@refrain/contract/limits'
import { commonTexts } from '@refrain/messages/en/common'
import { Check, ChevronLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { filterRows } from '../filter/filter-rows.ts'
import type { MenuAction, MenuChoice, SubMenu } from './menu-entry.ts'
import { moveInMenu } from './menu-keys.ts'
import { SheetAction, type SheetParts } from './sheet-action.tsx'
import '../forms/form-field.css'

/** With more entries than fit a small phone at once, a field finds them. */
const FEW = 6

const textsOf = ({ label }: MenuAction) => [label]

interface Props<Entry> {
  readonly entry: Entry
  readonly sheet: SheetParts
  readonly onBack: () => void
}

/** A sub-menu as the second page of a sheet. */
export function SheetPage({ entry, sheet, onBack }: Props<SubMenu | MenuChoice>) {
  const { label } = entry
  const list = useRef<HTMLDivElement>(null)
  const finder = 'entries' in entry && entry.entries.length > FEW ? entry.finder : undefined
  const [query, setQuery] = useState('')
  // Not the field: the keyboard of a phone would cover half of the list.
  useEffect(() => list.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(), [])
  return (
    <div className="menu-sheet-page">
      <div className="menu-sheet-title">
        <button type="button" aria-label={commonTexts.back} className="icon-button size-11" onClick={onBack}>
          <ChevronLeft aria-hidden className="size-6" />
        </button>
        <h2 className="min-w-0 font-bold">{label}</h2>
      </div>
      {finder && (
        <input
          type="search"
          aria-label={finder}
          placeholder={finder}
          value={query}
          maxLength={textLimits.searchQuery.max}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          className="field menu-sheet-finder"
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <div
        ref={list}
        role="menu"
        aria-label={label}
        className="menu-sheet-list"
        onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
          if (event.key === 'ArrowLeft') onBack()
          else moveInMenu(event)
        }}
      >
        {'options' in entry ? (
          <Options choice={entry} sheet={sheet} />
        ) : (
          found(entry.entries, query).map(action => (
            <SheetAction key={action.key ?? action.label} entry={action} sheet={sheet} />
          ))
        )}
      </div>
    </div>
  )
}

function found(entries: readonly MenuAction[], query: string): readonly MenuAction[] {
  const matches = new Set(filterRows(entries, textsOf, query))
  return entries.filter(entry => entry.isAlwaysShown || matches.has(entry))
}

interface OptionsProps {
  readonly choice: MenuChoice
  readonly sheet: SheetParts
}

function Options({ choice: { options, chosen, onChoose }, sheet }: OptionsProps) {
  return options.map(option => (
    <button
      key={option}
      type="button"
      role="menuitemradio"
      aria-checked={option === chosen}
      className="menu-sheet-item tabular"
      onClick={() => {
        onChoose(option)
        sheet.onClose()
      }}
    >
      <span className="grid size-5 flex-none place-items-center">
        {option === chosen && <Check aria-hidden />}
      </span>
      <span>{option}</span>
    </button>
  ))
}
