import type { Track } from '@refrain/contract/catalogue/tracks'
import { keyOf } from '@refrain/player/queue/id-index'
import { useEffect, useMemo, useRef } from 'react'
import { useToken } from '../../account/session.ts'
import type { PlaylistRef } from '../../library/playlists/playlist-cache.ts'
import { convertWhenIdle, type TrackListing } from '../../listening/engine/player-track.ts'
import { NearWindow } from '../../media/picture.tsx'
import { Grid, GridRow } from '../../ui/grid/grid-parts.tsx'
import { useGrid } from '../../ui/grid/use-grid.ts'
import { useRem } from '../../ui/hooks/use-rem.ts'
import { prefetchOptionsMenu, useOptionsMenu } from '../../ui/menus/use-options-menu.tsx'
import { useTrackEntries } from '../menus/menu-entries.ts'
import { trackSubject } from '../menus/menu-subjects.tsx'
import { prefetchPlaylistMenu } from '../menus/prefetch-playlist-menu.ts'
import { TrackRow } from './track-row.tsx'
import { useRenderedRows } from './use-rendered-rows.ts'
import { useRowReordering } from './use-row-reordering.ts'

/** Height of a row with the space below it, in rem; as in track-row.css. */
const ROW = 3.75

/** Rows that the bars above and below the page may cover. */
const BARS = 3

/** `aria-rowcount` while only the first tracks are loaded. */
const UNKNOWN_COUNT = -1

export interface TrackRowsProps {
  readonly tracks: readonly Track[]
  readonly label: string
  /** The list that a row plays in; by default the album of its track. */
  readonly listing?: TrackListing | undefined
  /** The playlist whose tracks these are, if the listener can reorder them. */
  readonly own?: PlaylistRef | undefined
  /**
   * Number of tracks without the filter, by default that of `tracks`. Some among more cannot be moved, as their positions say
   * nothing about those in the whole list.
   */
  readonly outOf?: number
}

const titleOf = ({ title }: Track) => title

/** The rows of a list of any number of tracks: one tab stop, with the keys of a grid. One menu serves all rows. */
export function TrackRows({ tracks, label, listing, own, outOf = tracks.length }: TrackRowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const token = useToken()
  const height = ROW * useRem()
  useEffect(() => listing && convertWhenIdle(listing.tracks), [listing])
  const movable = own !== undefined && tracks.length === outOf
  const { moving, shownIndex, entries, listeners } = useRowReordering(
    movable ? own : undefined,
    tracks,
    height,
  )
  const open = useMemo(() => own && { ...own, title: label }, [own, label])
  const options = useOptionsMenu(useTrackEntries(open, entries), trackSubject)
  const pageSize = () => Math.max(1, Math.floor(innerHeight / height) - BARS)
  const { stop, props } = useGrid(list, {
    rows: tracks,
    keyOf,
    titleOf,
    pageSize,
    total: listing?.loadAll && UNKNOWN_COUNT,
  })
  // A dragged row stays rendered, however far the page scrolls, and so does the tab stop.
  const kept = moving ? [stop, moving.from] : [stop]
  const rendered = useRenderedRows(list, { rows: tracks, outOf, height, kept })
  return (
    <>
      <Grid
        {...props}
        ref={list}
        aria-label={label}
        data-own={movable ? '' : undefined}
        data-moving={moving ? '' : undefined}
        className="track-list"
        style={{ height: `${tracks.length * ROW}rem` }}
        onPointerEnter={() => {
          prefetchOptionsMenu()
          prefetchPlaylistMenu(token)
        }}
        {...listeners}
        onKeyDown={event => {
          listeners.onKeyDown?.(event)
          props.onKeyDown(event)
        }}
      >
        <NearWindow value={rendered.length < tracks.length}>
          {rendered.map(index => {
            const track = tracks[index]!
            return (
              <GridRow
                key={keyOf(track)}
                index={index}
                data-dragged={moving?.from === index && !moving.dropped ? '' : undefined}
                style={{ transform: `translateY(${shownIndex(index) * ROW}rem)` }}
              >
                <TrackRow
                  track={track}
                  menuOpen={options.opened !== null && keyOf(options.opened) === keyOf(track)}
                  onMenu={options.open}
                  listing={listing}
                  movable={movable}
                />
              </GridRow>
            )
          })}
        </NearWindow>
      </Grid>
      {options.menu}
    </>
  )
}
