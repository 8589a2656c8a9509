import type { Track } from '@refrain/contract/catalogue/tracks'
import { useMemo, useRef } from 'react'
import { useToken } from '../../account/session.ts'
import type { PlaylistRef } from '../../library/playlists/playlist-cache.ts'
import type { TrackListing } from '../../listening/engine/player-track.ts'
import { prefetchOptionsMenu, useOptionsMenu } from '../../ui/menus/use-options-menu.tsx'
import { useTrackEntries } from '../menus/menu-entries.ts'
import { prefetchPlaylistMenu } from '../menus/prefetch-playlist-menu.ts'
import { TrackRow } from './track-row.tsx'
import { useRenderedRows } from './use-rendered-rows.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useRowReordering } from './use-row-reordering.ts'

/** A row and the space under it, in pixels; as in track-row.css. */
const ROW = 60

interface Props {
  readonly tracks: readonly Track[]
  /** What the list is of. */
  readonly label: string
  /** Given where these rows are the list that plays, and not the album of each. */
  readonly listing?: TrackListing | undefined
  /** Given where it is one of the listener's own lists: its order is theirs. */
  readonly own?: PlaylistRef | undefined
}

/** Tracks under each other, of any number. One menu serves all rows. */
export function TrackList({ tracks, label, listing, own }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const token = useToken()
  const { moving, shownPlace, entries, listeners } = useRowReordering(own, tracks, ROW)
  const open = useMemo(() => own && { ...own, title: label }, [own, label])
  const options = useOptionsMenu(useTrackEntries(open, entries))
  const keepFocus = useRowFocus(list, tracks)
  // A row that is dragged goes with the pointer, however far from where it was.
  const drawn = useRenderedRows(list, { count: tracks.length, height: ROW, always: moving?.from })
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
        onFocus={keepFocus}
        {...listeners}
      >
        {drawn.map(index => {
          const track = tracks[index]!
          return (
            <li
              key={track._id}
              aria-setsize={tracks.length}
              aria-posinset={index + 1}
              data-dragged={moving?.from === index && !moving.dropped ? '' : undefined}
              style={{ transform: `translateY(${shownPlace(index) * ROW}px)` }}
            >
              <TrackRow
                track={track}
                menuOpen={options.opened?._id === track._id}
                onMenu={options.open}
                listing={listing}
                movable={own !== undefined}
              />
            </li>
          )
        })}
      </ol>
      {options.menu}
    </>
  )
}
