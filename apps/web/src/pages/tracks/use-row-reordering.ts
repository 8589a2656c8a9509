import type { Track } from '@refrain/contract/catalogue/tracks'
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpDown, ArrowUpToLine } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useToken } from '../../account/session.ts'
import type { PlaylistRef } from '../../library/playlists/playlist-cache.ts'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import type { MenuAction, MenuEntry } from '../../ui/menus/menu-item.tsx'

// Loaded only for lists that the listener may reorder.
const loadActs = () => loadChunk(() => import('../../library/playlists/move-in-playlist.ts'))
const loadDrag = () => loadChunk(() => import('./drag-row.ts'))
type Drag = Awaited<ReturnType<typeof loadDrag>>

/** Milliseconds until a dropped row has reached its position; as in track-row.css. */
const SETTLES_MS = 160

/** A row that is being dragged, or moves to where it was dropped. */
interface Moving {
  readonly tracks: readonly Track[]
  readonly from: number
  readonly to: number
  readonly dropped: boolean
}

/**
 * Reorders the rows of a playlist: by dragging (a mouse anywhere, a finger at the handle), by Alt and an arrow key, or by
 * the menu. Does nothing for lists that are not the listener's own.
 * @param height of a row in pixels
 */
export function useRowReordering(own: PlaylistRef | undefined, tracks: readonly Track[], height: number) {
  const token = useToken()
  // A press before the code has loaded does nothing: by then the row may have been released.
  const drag = useRef<Drag>(null)
  /** Orders that are not rendered yet, starting with the rendered one: steps may come faster than renders. */
  const orders = useRef<readonly (readonly string[])[]>([])
  const [state, setMoving] = useState<Moving | null>(null)
  // Once the list has its new order, the move is complete.
  const moving = state?.tracks === tracks ? state : null
  const isOwn = own !== undefined && token !== null

  useEffect(() => {
    if (!isOwn) return
    loadActs().catch(() => {})
    loadDrag().then(
      code => {
        drag.current = code
      },
      () => {},
    )
  }, [isOwn])

  /** @param placeFrom returns the new index of a track for its present one */
  function move(trackId: string, placeFrom: (from: number) => number, byStep = false): void {
    if (!own || token === null) return
    const drawn = tracks.map(({ _id }) => _id)
    const at = orders.current.findLastIndex(order => isSame(order, drawn))
    // An order that was not made here comes from elsewhere, and is the one to change.
    const coming = at < 0 ? [drawn] : orders.current.slice(at)
    const ids = coming.at(-1) ?? drawn
    const from = ids.indexOf(trackId)
    const place = placeFrom(from)
    if (from < 0 || place < 0 || place >= ids.length) return
    const others = ids.toSpliced(from, 1)
    const after = others[place - 1] ?? null
    const now = [...coming, others.toSpliced(place, 0, trackId)]
    orders.current = now
    const to = { after, position: place + 1, count: ids.length }
    loadActs()
      .then(({ moveInPlaylist }) => moveInPlaylist(token, own, trackId, to, byStep))
      .catch(() => {})
      .then(() => {
        // Saved or rolled back.
        if (orders.current === now) orders.current = []
      })
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!step || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const track = tracks[placeOf(event.target) ?? -1]
    if (!track) return
    event.preventDefault()
    move(track._id, from => from + step, true)
  }

  function grasp(event: PointerEvent<HTMLElement>): void {
    const { target, currentTarget: list, nativeEvent } = event
    const row = target instanceof Element ? target.closest('li') : null
    const from = placeOf(target)
    const grasps =
      event.pointerType === 'mouse' ? event.button === 0 : row && (target as Element).closest('[data-handle]')
    if (!grasps || !event.isPrimary || !row || from === undefined || tracks.length < 2) return
    const track = tracks[from]
    const show = (to: number, dropped: boolean) => setMoving({ tracks, from, to, dropped })
    drag.current?.dragRow(nativeEvent, {
      list,
      row,
      place: from,
      count: tracks.length,
      height,
      onPlace: to => show(to, false),
      onEnd(to) {
        show(to ?? from, true)
        setTimeout(() => {
          if (to === null || to === from) setMoving(null)
          else if (track) move(track._id, () => to)
        }, SETTLES_MS)
      },
    })
  }

  /** For listeners who cannot drag. */
  function entries(track: Track): MenuEntry[] {
    const place = tracks.findIndex(({ _id }) => _id === track._id)
    const last = tracks.length - 1
    if (!isOwn || place < 0 || last < 1) return []
    const entries = moveEntries(place, last, to => move(track._id, () => to))
    return [{ label: 'Move', icon: ArrowUpDown, entries }]
  }

  return {
    moving,
    /** Where a row is shown while another one is on its way. */
    shownPlace: (place: number) => (moving ? placeWhile(moving, place) : place),
    entries,
    /** For the list: nothing where nothing can be moved. */
    listeners: isOwn
      ? {
          onKeyDown: press,
          onPointerDown: grasp,
          // Links and pictures of a row do not go elsewhere: the row is dragged.
          onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
        }
      : {},
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, place) => id === other[place])
}

function placeWhile({ from, to, dropped }: Moving, place: number): number {
  if (place === from) return dropped ? to : from
  if (place > from && place <= to) return place - 1
  if (place < from && place >= to) return place + 1
  return place
}

/** The place of the row an element is in, counted from 0. */
function placeOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest('li') : null
  return row ? Number(row.ariaPosInSet) - 1 : undefined
}

/** Entries that move the row at index `place`; `last` is the index of the last row. */
function moveEntries(place: number, last: number, moveTo: (place: number) => void): MenuAction[] {
  const entry = (label: string, icon: typeof ArrowUp, to: number) => ({
    label,
    icon,
    onSelect: () => moveTo(to),
  })
  const up = [entry('Up', ArrowUp, place - 1), entry('To the top', ArrowUpToLine, 0)]
  const down = [entry('Down', ArrowDown, place + 1), entry('To the end', ArrowDownToLine, last)]
  return [...(place > 0 ? up : []), ...(place < last ? down : [])]
}
