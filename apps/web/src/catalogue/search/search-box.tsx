import { searchTexts } from '@refrain/messages/en/search'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { isComposing } from '../../ui/forms/is-composing.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
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
  }

  function clearOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.preventDefault()
    clear()
    input.current?.focus()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    searchNow(text)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the form is the landmark; <search> would add an element
    <form role="search" className="relative mx-auto w-full max-w-120" onSubmit={submit}>
      <SearchField
        input={input}
        id={SEARCH_BOX_ID}
        label={searchTexts.search}
        placeholder={searchTexts.searchPlaceholder}
        text={text}
        onType={type}
        onClear={clear}
        onKeyDown={clearOnEscape}
        className="nav:h-10 nav:text-[0.9375rem] pointer-coarse:h-11"
      />
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
