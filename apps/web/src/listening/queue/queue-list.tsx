import { listeningTexts } from '@refrain/messages/en/listening'
import { indexOfId, indexOfTrack, keyOf } from '@refrain/player/queue/id-index'
import type { ListSource, PlayerTrack } from '@refrain/player/state/player-state'
import { ListX } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Grid, GridRow } from '../../ui/grid/grid-parts.tsx'
import { useGrid } from '../../ui/grid/use-grid.ts'
import { useRem } from '../../ui/hooks/use-rem.ts'
import type { MenuEntry } from '../../ui/menus/menu-entry.ts'
import { useOptionsMenu } from '../../ui/menus/use-options-menu.tsx'
import { PlayingCover } from '../bar/playing-cover.tsx'
import { useSongEntries } from '../buttons/song-menu-entries.ts'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { QueueRow } from './queue-row.tsx'
import { usePlayingInView } from './use-playing-in-view.ts'

/**
 * Row height in rem, as in queue-view.css; maximum number of visible rows; extra rows rendered above and
 * below.
 */
const ROW = 3
const IN_SIGHT = 7
const AHEAD = 6

interface Props {
  readonly id: string
  /** Id of the element that labels the list. */
  readonly titleId: string
  readonly source: ListSource
  /** Those that the filter leaves. */
  readonly tracks: readonly PlayerTrack[]
  readonly moreOf: MoreOf
  /** Moves the focus when the last row is removed. */
  readonly onEmpty: () => void
  /** Scrolls with the rows, after the last one. */
  readonly children?: ReactNode
}

const titleOf = ({ title }: PlayerTrack) => title

const subjectOf = (track: PlayerTrack) => ({
  title: track.title,
  detail: track.artistName,
  picture: <PlayingCover track={track} sizes="56px" className="" />,
})

/** Additional menu entries for a queued track. */
export type MoreOf = (track: PlayerTrack) => readonly MenuEntry[]

/**
 * The rows of one list of the queue. Virtualized: renders only rows near the viewport. Starts at the playing
 * row and keeps it in view. One tab stop, with the keys of a grid.
 */
export function QueueList({ id, titleId, source, tracks, moreOf, onEmpty, children }: Props) {
  const playing = usePlayer(state => (state.track ? indexOfTrack(tracks, state.track) : -1))
  const list = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const height = ROW * useRem()
  const [line, setLine] = useState(() => Math.max(0, playing - 1))
  const pageSize = () => Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / height) - 1)
  const { stop, moveTo, props } = useGrid(grid, {
    rows: tracks,
    keyOf,
    titleOf,
    start: Math.max(0, playing),
    pageSize,
  })

  const left = usePlayingInView(list, { playing, first: line, height })

  function remove(index: number, focused = list.current?.contains(document.activeElement)): void {
    const track = tracks[index]
    if (!track) return
    flushSync(() => player.removeFromQueue(keyOf(track)))
    if (!focused) return
    left.current = true
    if (tracks.length > 1) moveTo({ row: Math.min(index, tracks.length - 2), column: 0 })
    else onEmpty()
  }

  const songEntries = useSongEntries()
  const { opened, open, menu } = useOptionsMenu<PlayerTrack>(track => {
    // The focus is in the row's menu, which disappears with the row.
    const onSelect = () => remove(indexOfId(tracks, keyOf(track)), true)
    return songEntries(track, [
      ...(source === 'user' ? [{ label: listeningTexts.removeFromQueue, icon: ListX, onSelect }] : []),
      ...moreOf(track),
    ])
  }, subjectOf)

  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.key === 'Delete' && source === 'user') {
      event.preventDefault()
      remove(stop)
      return
    }
    props.onKeyDown(event)
    // The focus moved.
    if (event.defaultPrevented) left.current = true
  }

  return (
    <>
      <div
        ref={list}
        className="queue-scroll"
        onScroll={event => setLine(Math.floor(event.currentTarget.scrollTop / height))}
      >
        <Grid
          {...props}
          ref={grid}
          id={id}
          aria-labelledby={titleId}
          className="relative"
          style={{ height: `${tracks.length * ROW}rem` }}
          onKeyDown={press}
        >
          {indicesNear(line, stop, tracks.length).map(index => (
            <GridRow
              key={keyOf(tracks[index]!)}
              index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${index * ROW}rem)` }}
            >
              <QueueRow
                track={tracks[index]!}
                source={source}
                menuOpen={opened !== null && keyOf(opened) === keyOf(tracks[index]!)}
                onMenu={open}
                onRemove={source === 'user' ? () => remove(index) : undefined}
              />
            </GridRow>
          ))}
        </Grid>
        {children}
      </div>
      {menu}
    </>
  )
}

/** The rows to render: those near the first visible line, and that of the tab stop wherever it is. */
function indicesNear(line: number, stop: number, count: number): readonly number[] {
  // The list may have become shorter.
  const top = Math.max(0, Math.min(line, count - IN_SIGHT))
  const first = Math.max(0, top - AHEAD)
  const end = Math.min(count, top + IN_SIGHT + AHEAD)
  const near = Array.from({ length: end - first }, (_, offset) => first + offset)
  if (stop < first) return [stop, ...near]
  return stop >= end && stop < count ? [...near, stop] : near
}
