import type { Track } from '@refrain/contract/catalogue/tracks'
import { keyOf } from '@refrain/player/queue/id-index'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useToken } from '../../account/session.ts'
import type { PlaylistRef } from '../../library/playlists/playlist-cache.ts'
import { rowOf } from '../../ui/grid/grid-controls.ts'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import type { MenuEntry } from '../../ui/menus/menu-entry.ts'
import { moveEntries } from './move-entries.ts'
import { prefetchMoves, useMoveTrack } from './use-move-track.ts'

// Loaded only for lists that can be reordered.
const loadDrag = () => loadChunk(() => import('./drag-row.ts'))
type Drag = Awaited<ReturnType<typeof loadDrag>>

/** Milliseconds a dropped row takes to move to its position; as in track-row.css. */
const SETTLE_MS = 160

/** A row that is moving from one index to another, and the tracks it moves among. */
interface Move {
  readonly tracks: readonly Track[]
  readonly from: number
  readonly to: number
  /** The row was dropped and moves to its position. */
  readonly dropped: boolean
}

/**
 * Reorders the rows of a playlist: by dragging (a mouse anywhere, a finger by the handle), by Alt and an arrow key, or
 * by the menu.
 * @param playlist undefined if the list cannot be reordered
 * @param height pixels from one row to the next
 */
export function useRowReordering(
  playlist: PlaylistRef | undefined,
  tracks: readonly Track[],
  height: number,
) {
  const token = useToken()
  const move = useMoveTrack(token, playlist, tracks)
  // A press before the code is loaded does not drag: the pointer may be up again by then.
  const drag = useRef<Drag>(null)
  const [state, setState] = useState<Move | null>(null)
  // Once the tracks have their new order, the move is complete.
  const moving = state?.tracks === tracks ? state : null
  const canReorder = playlist !== undefined && token !== null

  useEffect(() => {
    if (!canReorder) return
    prefetchMoves()
    loadDrag().then(
      code => {
        drag.current = code
      },
      () => {},
    )
  }, [canReorder])

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!step || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const track = tracks[indexOf(event.target) ?? -1]
    if (!track) return
    event.preventDefault()
    move(keyOf(track), from => from + step, true)
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>): void {
    const { target, currentTarget: list, nativeEvent } = event
    const row = target instanceof Element ? rowOf(target) : null
    const from = indexOf(target)
    const canDrag =
      event.pointerType === 'mouse' ? event.button === 0 : row && (target as Element).closest('[data-handle]')
    if (!canDrag || !event.isPrimary || !row || from === undefined || tracks.length < 2) return
    const track = tracks[from]
    const show = (to: number, dropped: boolean) => setState({ tracks, from, to, dropped })
    drag.current?.dragRow(nativeEvent, {
      list,
      row,
      index: from,
      count: tracks.length,
      height,
      onMove: to => show(to, false),
      onEnd(to) {
        show(to ?? from, true)
        setTimeout(() => {
          if (to === null || to === from) setState(null)
          else if (track) move(keyOf(track), () => to)
        }, SETTLE_MS)
      },
    })
  }

  return {
    moving,
    /** Where to show the row at `index` during a move. */
    shownIndex: (index: number) => (moving ? indexDuring(moving, index) : index),
    entries: (track: Track): MenuEntry[] => (canReorder ? moveEntries(tracks, track, move) : []),
    /** Event handlers of the list. */
    listeners: canReorder
      ? {
          onKeyDown: handleKey,
          onPointerDown: handlePointerDown,
          // Prevents the browser's own dragging of links and pictures.
          onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
        }
      : { onKeyDown: undefined },
  }
}

function indexDuring({ from, to, dropped }: Move, index: number): number {
  if (index === from) return dropped ? to : from
  if (index > from && index <= to) return index - 1
  if (index < from && index >= to) return index + 1
  return index
}

/** The index of the row that contains an element. */
function indexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? rowOf(target) : null
  return row ? Number(row.ariaRowIndex) - 1 : undefined
}
