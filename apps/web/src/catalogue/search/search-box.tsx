import { textLimits } from '@refrain/contract/limits'
import { Search, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { FOCUS_SEARCH_BOX, SEARCH_BOX_ID } from './search-focus.ts'

/** Milliseconds without a key until what was typed is looked for. */
const DEBOUNCE_MS = 120

/** The one search box (READ-65). What is looked for lives in the address; the page follows that. */
export default function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const { text, type, lookNow } = useTypedQuery()
  useFocusOnArrival(input)

  function empty(): void {
    type('')
    lookNow('')
    input.current?.focus()
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    empty()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    lookNow(text)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the form is the landmark; <search> would be one more box around it
    <form role="search" className="relative mx-auto w-full max-w-120" onSubmit={submit}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-[18px] text-quiet"
      />
      <input
        ref={input}
        id={SEARCH_BOX_ID}
        type="search"
        aria-label="Search"
        placeholder="Search..."
        value={text}
        maxLength={textLimits.searchQuery.max}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={event => type(event.target.value)}
        onKeyDown={press}
        className="h-11 w-full rounded-full border border-line bg-raised pr-12 pl-11 text-base font-medium transition-colors duration-(--duration-quick) placeholder:text-quiet hover:bg-overlay focus:bg-overlay nav:h-10 nav:text-[0.9375rem] pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          className="icon-button absolute inset-y-0 right-1 my-auto"
          onClick={empty}
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </form>
  )
}

/**
 * What stands in the box: what is being typed, else what the address says. The address takes it over once the
 * typing pauses, in place of the one before, so that Back leaves the page.
 */
function useTypedQuery() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const inAddress = params.get('q') ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (typed === inAddress) setTyped(null)
  useEffect(() => () => clearTimeout(timer.current), [])

  function lookNow(text: string): void {
    clearTimeout(timer.current)
    if (text !== inAddress) navigate(paths.search(text), { replace: true })
  }
  function type(text: string): void {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => lookNow(text), DEBOUNCE_MS)
  }
  return { text: typed ?? inAddress, type, lookNow }
}

/**
 * Whoever comes here to search can type at once: by the key for it always, else where no keyboard on the
 * screen would cover the genres. Nobody who comes back is moved.
 */
function useFocusOnArrival(input: { readonly current: HTMLInputElement | null }): void {
  const { state, search } = useLocation()
  const kind = useNavigationType()
  const wanted =
    kind !== 'POP' && (state === FOCUS_SEARCH_BOX || (search === '' && matchMedia('(pointer: fine)').matches))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, on arrival
  useEffect(() => {
    if (!wanted) return
    // After the new screen itself has taken the focus.
    const frame = requestAnimationFrame(() => input.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
}
