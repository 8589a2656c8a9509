import type { Track } from '@refrain/contract/catalogue'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { TrackListing } from '../../listening/player-track.ts'
import { useElementBox } from '../../ui/use-element-box.ts'
import { prepareOptionsMenu, useOptionsMenu } from '../../ui/use-options-menu.tsx'
import { useTrackEntries } from './menu-entries.ts'
import { TrackRow } from './track-row.tsx'

/** A row and the space under it, in pixels; as in track-row.css. */
const ROW = 60
/** Up to so many rows all are in the document, so that find-in-page sees them. */
const SHORT = 200

interface Props {
  readonly tracks: readonly Track[]
  /** What the list is of. */
  readonly label: string
  /** Given where these rows are the list that plays, and not the album of each (PROP-41). */
  readonly listing?: TrackListing
}

/** Tracks under each other, of any number. One menu serves all rows. */
export function TrackList({ tracks, label, listing }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const { top } = useElementBox(list, 'tracks')
  const { opened, open, menu } = useOptionsMenu(useTrackEntries())
  const virtualizer = useWindowVirtualizer({
    count: tracks.length,
    estimateSize: () => ROW,
    overscan: tracks.length <= SHORT ? tracks.length : 8,
    scrollMargin: top,
  })
  return (
    <>
      <ol
        ref={list}
        aria-label={label}
        className="relative"
        style={{ height: tracks.length * ROW }}
        onPointerEnter={prepareOptionsMenu}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const track = tracks[index]!
          return (
            <li
              key={track._id}
              aria-setsize={tracks.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <TrackRow track={track} menuOpen={opened?._id === track._id} onMenu={open} listing={listing} />
            </li>
          )
        })}
      </ol>
      {menu}
    </>
  )
}
