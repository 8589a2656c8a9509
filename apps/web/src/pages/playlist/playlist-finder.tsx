import type { Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { libraryTexts } from '@refrain/messages/en/library'
import { searchTexts } from '@refrain/messages/en/search'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useToken } from '../../account/session.ts'
import { normalizeQuery, searchQuery } from '../../catalogue/search/search-query.ts'
import { addFoundTrack } from '../../library/playlists/add-found-track.ts'
import { useFieldShortcut } from '../../ui/filter/use-field-shortcut.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { FoundTracks } from './found-tracks.tsx'

/** Debounce of the search, in milliseconds. */
const DEBOUNCE = 120

interface Props {
  readonly playlist: Playlist
  /** Number of tracks shown. */
  readonly count: number
}

/**
 * Searches for tracks to add. Appears with an empty playlist and stays until the page is left, so that several tracks
 * can be added in a row.
 */
export function PlaylistFinder({ playlist, count }: Props) {
  const [isOpen, setOpen] = useState(count === 0)
  if (!isOpen && count === 0) setOpen(true)
  return isOpen || count === 0 ? <Finder playlist={playlist} count={count} /> : null
}

function Finder({ playlist, count }: Props) {
  const id = useId()
  const token = useToken()
  const { text, type, query } = useTyped()
  const { data: found, isPlaceholderData: isStale } = useQuery({
    ...searchQuery(query),
    enabled: query !== '',
    throwOnError: false,
  })
  const tracks = query === '' ? [] : (found?.tracks ?? [])
  const contained = new Set(playlist.tracks)
  const keepInPlace = useKeepInPlace(count)
  const input = useRef<HTMLInputElement>(null)
  useFieldShortcut(input)

  function add(track: Track, button: HTMLElement): void {
    if (token === null) return
    keepInPlace(button)
    void addFoundTrack(token, playlist, track)
  }

  return (
    <section aria-labelledby={id} className="pt-6">
      {playlist.type === 'liked' && count === 0 && (
        <p className="mb-6 text-quiet">{libraryTexts.likedAppearHere}</p>
      )}
      <h2 id={id} className="text-lg font-bold">
        {libraryTexts.findTracks}
      </h2>
      <div className="relative mt-4 max-w-120">
        <SearchField
          input={input}
          label={libraryTexts.findTracks}
          placeholder={libraryTexts.findTracks}
          text={text}
          onType={type}
          onClear={() => type('')}
          className="text-ellipsis placeholder-shown:pr-4"
        />
      </div>
      <p role="status" className="sr-only">
        {query !== '' && found && !isStale && searchTexts.tracksFound({ count: tracks.length })}
      </p>
      {query !== '' && found && !isStale && tracks.length === 0 && (
        <p className="mt-4 text-quiet [overflow-wrap:anywhere]">{searchTexts.nothingFound({ query })}</p>
      )}
      {tracks.length > 0 && (
        <FoundTracks tracks={tracks} contained={contained} isStale={isStale} onAdd={add} />
      )}
    </section>
  )
}

/** The text of the field and the debounced query. */
function useTyped() {
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(normalizeQuery(text)), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [text])
  return { text, type: setText, query }
}

/** Keeps a pressed button under the pointer while rows are added above it. @param rows their number */
function useKeepInPlace(rows: number): (pressed: HTMLElement) => void {
  const pressed = useRef<{ readonly element: HTMLElement; readonly top: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows were added
  useLayoutEffect(() => {
    const before = pressed.current
    pressed.current = null
    if (before) window.scrollBy(0, before.element.getBoundingClientRect().top - before.top)
  }, [rows])
  return element => {
    pressed.current = { element, top: element.getBoundingClientRect().top }
  }
}
