import type { Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { textLimits } from '@refrain/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useToken } from '../../account/session.ts'
import { normalizeQuery, searchQuery } from '../../catalogue/search/search-query.ts'
import { addFoundTrack } from '../../library/playlists/add-found-track.ts'
import { FoundTrack } from './found-track.tsx'

/** What it is called, and asks for. */
const FIND = 'Find Something to add to your playlist'
/** Milliseconds without a key until what was typed is looked for. */
const PAUSE = 120

interface Props {
  readonly playlist: Playlist
  /** How many tracks it shows. */
  readonly count: number
}

/**
 * Finds tracks for a playlist by their titles. It comes with an empty one, and stays below what was
 * added until the page is left: who adds one track goes on to the next.
 */
export function PlaylistFinder({ playlist, count }: Props) {
  const [wanted, setWanted] = useState(count === 0)
  if (!wanted && count === 0) setWanted(true)
  return wanted || count === 0 ? <Finder playlist={playlist} count={count} /> : null
}

function Finder({ playlist, count }: Props) {
  const id = useId()
  const token = useToken()
  const { text, type, query } = useTyped()
  const { data: found, isPlaceholderData: older } = useQuery({
    ...searchQuery(query),
    enabled: query !== '',
    throwOnError: false,
  })
  const tracks = query === '' ? [] : (found?.tracks ?? [])
  const held = new Set(playlist.tracks)
  const stay = useStayingPut(count)
  const input = useRef<HTMLInputElement>(null)

  function empty(): void {
    type('')
    // The button goes, and the focus with it.
    input.current?.focus()
  }
  function add(track: Track, button: HTMLElement): void {
    if (token === null) return
    stay(button)
    void addFoundTrack(token, playlist, track)
  }

  return (
    <section aria-labelledby={id} className="pt-6">
      <h2 id={id} className="text-lg font-bold">
        {FIND}
      </h2>
      <div className="relative mt-4 max-w-120">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-4 my-auto size-[18px] text-quiet"
        />
        <input
          ref={input}
          type="search"
          aria-label={FIND}
          placeholder={FIND}
          value={text}
          maxLength={textLimits.searchQuery.max}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={({ target }) => type(target.value)}
          className="h-11 w-full rounded-full border border-line bg-raised pr-12 pl-11 text-base font-medium text-ellipsis placeholder-shown:pr-4 transition-colors duration-(--duration-quick) placeholder:text-quiet hover:bg-overlay focus:bg-overlay [&::-webkit-search-cancel-button]:hidden"
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
      </div>
      <p role="status" className="sr-only">
        {query !== '' && found && !older && `${tracks.length} tracks`}
      </p>
      {tracks.length > 0 && (
        <ul aria-label="Found tracks" aria-busy={older} className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-1">
          {tracks.map(track => (
            <FoundTrack key={track._id} track={track} added={held.has(track._id)} onAdd={add} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** What is typed, and what is looked for once the typing pauses. */
function useTyped() {
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(normalizeQuery(text)), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return { text, type: setText, query }
}

/** Keeps what was pressed under the pointer while rows come in above it. @param rows how many there are */
function useStayingPut(rows: number): (pressed: HTMLElement) => void {
  const pressed = useRef<{ readonly element: HTMLElement; readonly top: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when rows have come
  useLayoutEffect(() => {
    const before = pressed.current
    pressed.current = null
    if (before) window.scrollBy(0, before.element.getBoundingClientRect().top - before.top)
  }, [rows])
  return element => {
    pressed.current = { element, top: element.getBoundingClientRect().top }
  }
}
