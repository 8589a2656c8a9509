import { textLimits } from '@refrain/contract/limits'
import { commonTexts } from '@refrain/messages/en/common'
import { searchTexts } from '@refrain/messages/en/search'
import { Search, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { FOCUS_SEARCH_BOX, SEARCH_BOX_ID } from './search-focus.ts'

/** Pause in typing, in milliseconds, after which the search starts. */
const DEBOUNCE_MS = 120

/** The search box. The query is part of the address, which the page reads. */
export default function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const { text, type, searchNow } = useTypedQuery()
  useFocusOnArrival(input)

  function clear(): void {
    type('')
    searchNow('')
    input.current?.focus()
  }

  function clearOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    clear()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    searchNow(text)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the form is the landmark; <search> would add an element
    <form role="search" className="relative mx-auto w-full max-w-120" onSubmit={submit}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-[18px] text-quiet"
      />
      <input
        ref={input}
        id={SEARCH_BOX_ID}
        type="search"
        aria-label={searchTexts.search}
        placeholder={searchTexts.searchPlaceholder}
        value={text}
        maxLength={textLimits.searchQuery.max}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={event => type(event.target.value)}
        onKeyDown={clearOnEscape}
        className="h-11 w-full rounded-full border border-line bg-raised pr-12 pl-11 text-base font-medium transition-colors duration-(--duration-quick) placeholder:text-quiet hover:bg-overlay focus:bg-overlay nav:h-10 nav:text-[0.9375rem] pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={commonTexts.clearSearch}
          className="icon-button absolute inset-y-0 right-1 my-auto"
          onClick={clear}
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </form>
  )
}

/**
 * The text of the box: what is being typed, else the query of the address. After a pause, the text replaces the query
 * in the same history entry, so that Back leaves the page.
 */
function useTypedQuery() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const inAddress = params.get('q') ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (typed === inAddress) setTyped(null)
  useEffect(() => () => clearTimeout(timer.current), [])

  function searchNow(text: string): void {
    clearTimeout(timer.current)
    if (text !== inAddress) navigate(paths.search(text), { replace: true })
  }
  function type(text: string): void {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => searchNow(text), DEBOUNCE_MS)
  }
  return { text: typed ?? inAddress, type, searchNow }
}

/**
 * Focuses the box when the page is opened: always by the keyboard shortcut, else only with a mouse, because an
 * on-screen keyboard would cover the genres. Never on Back and Forward.
 */
function useFocusOnArrival(input: { readonly current: HTMLInputElement | null }): void {
  const { state, search } = useLocation()
  const navigationType = useNavigationType()
  const shouldFocus =
    navigationType !== 'POP' &&
    (state === FOCUS_SEARCH_BOX || (search === '' && matchMedia('(pointer: fine)').matches))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, on arrival
  useEffect(() => {
    if (!shouldFocus) return
    // After the new page itself has taken the focus.
    const frame = requestAnimationFrame(() => input.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
}
