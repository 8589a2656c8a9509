import { textLimits } from '@refrain/contract/limits'
import { commonTexts } from '@refrain/messages/en/common'
import { Search, X } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'

interface Props {
  readonly input: RefObject<HTMLInputElement | null>
  readonly id?: string
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onType: (text: string) => void
  /** Called by the button; the field gets the focus afterwards. */
  readonly onClear: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly className?: string
}

/** A field for a search query, with a button that clears it. The element around it must be positioned. */
export function SearchField({
  input,
  id,
  label,
  placeholder,
  text,
  onType,
  onClear,
  onKeyDown,
  className = '',
}: Props) {
  return (
    <>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-4.5 text-quiet"
      />
      <input
        ref={input}
        id={id}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={textLimits.searchQuery.max}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        className={`h-11 w-full rounded-full border border-line bg-raised pr-12 pl-11 text-base font-medium transition-colors duration-(--duration-quick) placeholder:text-quiet hover:bg-overlay focus:bg-overlay [&::-webkit-search-cancel-button]:hidden ${className}`}
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={commonTexts.clearSearch}
          className="icon-button absolute inset-y-0 right-1 my-auto"
          onClick={() => {
            onClear()
            // The button disappears, so the focus must move.
            input.current?.focus()
          }}
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </>
  )
}
