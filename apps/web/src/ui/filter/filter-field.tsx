import { textLimits } from '@refrain/contract/limits'
import { commonTexts } from '@refrain/messages/en/common'
import { X } from 'lucide-react'
import { focusOnMount } from '../forms/focus-on-mount.ts'
import { isComposing } from '../forms/is-composing.ts'
import './filter-field.css'

interface Props {
  readonly label: string
  readonly text: string
  /** How many rows are shown; announced. Empty without a query. */
  readonly count: string
  readonly onType: (text: string) => void
  readonly onClose: () => void
  /** Called when an arrow key leads from the field to the rows. */
  readonly onDown: () => void
}

/** The open filter of a list. */
export function FilterField({ label, text, count, onType, onClose, onDown }: Props) {
  return (
    <div data-filter="" className="filter-field">
      <input
        ref={focusOnMount}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={textLimits.searchQuery.max}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ target }) => onType(target.value)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' || isComposing(event)) return
          event.preventDefault()
          onDown()
        }}
      />
      <p role="status" className="tabular">
        {count}
      </p>
      <button type="button" aria-label={commonTexts.closeFilter} className="icon-button" onClick={onClose}>
        <X aria-hidden className="size-5" />
      </button>
    </div>
  )
}
