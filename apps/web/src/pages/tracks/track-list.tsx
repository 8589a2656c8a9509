import type { Track } from '@refrain/contract/catalogue/tracks'
import { keyOf } from '@refrain/player/queue/id-index'
import { useMemo, useRef } from 'react'
import { useToken } from '../../account/session.ts'
import type { PlaylistRef } from '../../library/playlists/playlist-cache.ts'
import type { TrackListing } from '../../listening/engine/player-track.ts'
import { NearWindow } from '../../media/picture.tsx'
import { prefetchOptionsMenu, useOptionsMenu } from '../../ui/menus/use-options-menu.tsx'
import { useTrackEntries } from '../menus/menu-entries.ts'
import { prefetchPlaylistMenu } from '../menus/prefetch-playlist-menu.ts'
import { TrackRow } from './track-row.tsx'
import { useRenderedRows } from './use-rendered-rows.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useRowReordering } from './use-row-reordering.ts'

/** Height of a row with the space below it, in pixels; as in track-row.css. */
const ROW = 60

/** `aria-setsize` while only the first tracks are loaded. */
const UNKNOWN_SIZE = -1

interface Props {
  readonly tracks: readonly Track[]
  readonly label: string
  /** The list that a row plays in; by default the album of its track. */
  readonly listing?: TrackListing | undefined
  /** The playlist whose tracks these are, if the listener can reorder them. */
  readonly own?: PlaylistRef | undefined
}

/** A list of any number of tracks. One menu serves all rows. */
export function TrackList({ tracks, label, listing, own }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const token = useToken()
  const { moving, shownIndex, entries, listeners } = useRowReordering(own, tracks, ROW)
  const open = useMemo(() => own && { ...own, title: label }, [own, label])
  const options = useOptionsMenu(useTrackEntries(open, entries))
  const handleFocus = useRowFocus(list, tracks)
  // A dragged row stays rendered, however far the page scrolls.
  const rendered = useRenderedRows(list, { count: tracks.length, height: ROW, always: moving?.from })
  return (
    <>
      <ol
        ref={list}
        aria-label={label}
        data-own={own && ''}
        data-moving={moving ? '' : undefined}
        className="track-list"
        style={{ height: tracks.length * ROW }}
        onPointerEnter={() => {
          prefetchOptionsMenu()
          prefetchPlaylistMenu(token)
        }}
        onFocus={handleFocus}
        {...listeners}
      >
        <NearWindow value={rendered.length < tracks.length}>
          {rendered.map(index => {
            const track = tracks[index]!
            return (
              <li
                key={keyOf(track)}
                aria-setsize={listing?.loadAll ? UNKNOWN_SIZE : tracks.length}
                aria-posinset={index + 1}
                data-dragged={moving?.from === index && !moving.dropped ? '' : undefined}
                style={{ transform: `translateY(${shownIndex(index) * ROW}px)` }}
              >
                <TrackRow
                  track={track}
                  menuOpen={options.opened !== null && keyOf(options.opened) === keyOf(track)}
                  onMenu={options.open}
                  listing={listing}
                  movable={own !== undefined}
                />
              </li>
            )
          })}
        </NearWindow>
      </ol>
      {options.menu}
    </>
  )
}
