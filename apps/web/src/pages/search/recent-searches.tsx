import { searchTexts } from '@refrain/messages/en/search'
import { History, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { useToken } from '../../account/session.ts'
import { clearSearches, removeSearch, useRecentSearches } from '../../catalogue/search/recent-searches.ts'
import { SEARCH_BOX_ID } from '../../catalogue/search/search-focus.ts'
import { paths } from '../../paths.ts'
import { ListHeading } from '../components/list-heading.tsx'
import { SectionHeading } from '../components/section-heading.tsx'

const REMOVE = '[data-remove]'

/** The queries that led somewhere in this browser, newest first; nothing if there are none. */
export function RecentSearches() {
  // Logout deletes them.
  useToken()
  const queries = useRecentSearches()
  if (queries.length === 0) return null
  return (
    <section aria-labelledby="recent-searches" className="mb-8">
      <ListHeading button={<ClearButton />}>
        <SectionHeading id="recent-searches">{searchTexts.recentSearches}</SectionHeading>
      </ListHeading>
      {/* One line where they would hide the genres. */}
      <ul className="-mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) py-1 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:px-0">
        {queries.map(query => (
          <RecentSearch key={query} query={query} />
        ))}
      </ul>
    </section>
  )
}

function RecentSearch({ query }: { readonly query: string }) {
  return (
    <li className="flex max-w-72 flex-none items-center rounded-full bg-raised transition-colors duration-(--duration-quick) hover:bg-overlay">
      <Link
        to={paths.search(query)}
        className="flex h-9 min-w-0 items-center gap-2 rounded-full pl-3.5 text-sm font-semibold pointer-coarse:h-11"
        onClick={focusBoxAfterKey}
      >
        <History aria-hidden className="size-4 flex-none text-quiet" />
        <bdi className="truncate">{query}</bdi>
      </Link>
      <button
        type="button"
        data-remove=""
        aria-label={searchTexts.removeRecent({ query })}
        className="icon-button"
        onClick={event => remove(event, query)}
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  )
}

function ClearButton() {
  return (
    <button
      type="button"
      aria-label={searchTexts.clearRecent}
      className="-mr-3 h-9 flex-none rounded-full px-3 text-sm font-semibold text-quiet transition-colors duration-(--duration-quick) hover:bg-hover hover:text-text pointer-coarse:h-11"
      onClick={() => {
        flushSync(clearSearches)
        focusBox()
      }}
    >
      {searchTexts.clear}
    </button>
  )
}

/** The button disappears, so the focus moves to that of the next query, else to the search box. */
function remove(event: MouseEvent<HTMLElement>, query: string): void {
  const list = event.currentTarget.closest('ul')
  const buttons = [...(list?.querySelectorAll<HTMLElement>(REMOVE) ?? [])]
  const at = buttons.indexOf(event.currentTarget)
  flushSync(() => removeSearch(query))
  const next = buttons[at + 1] ?? buttons[at - 1]
  if (next) next.focus()
  else focusBox()
}

/** The link disappears. With a finger nothing needs the focus, and the box would open the keyboard. */
function focusBoxAfterKey({ detail }: MouseEvent): void {
  if (detail === 0) focusBox()
}

const focusBox = () => document.getElementById(SEARCH_BOX_ID)?.focus()
