import { listeningTexts } from '@refrain/messages/en/listening'
import { indexOfId, indexOfTrack, keyOf } from '@refrain/player/queue/id-index'
import type { ListSource, PlayerTrack } from '@refrain/player/state/player-state'
import { ListX } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MenuEntry } from '../../ui/menus/menu-item.tsx'
import { useOptionsMenu } from '../../ui/menus/use-options-menu.tsx'
import { useSongEntries } from '../buttons/song-menu-entries.ts'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { watchManualScroll } from '../lyrics/watch-manual-scroll.ts'
import { QueueRow } from './queue-row.tsx'

/**
 * Row height in pixels, as in queue-view.css; maximum number of visible rows; extra rows rendered above and
 * below.
 */
const ROW = 48
const IN_SIGHT = 7
const AHEAD = 6

interface Props {
  readonly id: string
  /** Id of the element that labels the list. */
  readonly titleId: string
  readonly source: ListSource
  readonly tracks: readonly PlayerTrack[]
  readonly moreOf: MoreOf
}

/** Additional menu entries for a queued track. */
export type MoreOf = (track: PlayerTrack) => readonly MenuEntry[]

/**
 * The rows of one list of the queue. Virtualized: renders only rows near the viewport. Starts at the playing
 * row and keeps it in view. Tab stops at one row; arrow keys move between rows.
 */
export function QueueList({ id, titleId, source, tracks, moreOf }: Props) {
  const playing = usePlayer(state => (state.track ? indexOfTrack(tracks, state.track) : -1))
  const list = useRef<HTMLDivElement>(null)
  const [line, setLine] = useState(() => Math.max(0, playing - 1))
  const [chosen, setChosen] = useState<number | null>(null)
  const stop = Math.min(chosen ?? Math.max(0, playing), tracks.length - 1)

  const firstLine = useRef(line)
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = firstLine.current * ROW
  }, [])

  // Keeps the playing row in view unless the user is elsewhere in the list, by scrolling or by keyboard.
  const left = useRef(false)
  useEffect(() => {
    if (!list.current) return
    return watchManualScroll(list.current, () => {
      left.current = true
    })
  }, [])
  useEffect(() => {
    const box = list.current
    if (!box || playing < 0 || left.current || box.querySelector(':focus-visible')) return
    const top = playing * ROW
    const isInSight = top >= box.scrollTop && top + ROW <= box.scrollTop + box.clientHeight
    if (!isInSight) box.scrollTop = Math.max(0, playing - 1) * ROW
  }, [playing])

  function moveTo(index: number): void {
    left.current = true
    flushSync(() => setChosen(index))
    list.current?.querySelector<HTMLElement>(`[data-index="${index}"] button`)?.focus()
  }

  function remove(index: number, focused = list.current?.contains(document.activeElement)): void {
    const track = tracks[index]
    if (!track) return
    flushSync(() => player.removeFromQueue(keyOf(track)))
    if (!focused) return
    if (tracks.length > 1) moveTo(Math.min(index, tracks.length - 2))
    else document.getElementById(titleId)?.focus()
  }

  const songEntries = useSongEntries()
  const { opened, open, menu } = useOptionsMenu<PlayerTrack>(track => {
    // The focus is in the row's menu, which disappears with the row.
    const onSelect = () => remove(indexOfId(tracks, keyOf(track)), true)
    return songEntries(track, [
      ...(source === 'user' ? [{ label: listeningTexts.removeFromQueue, icon: ListX, onSelect }] : []),
      ...moreOf(track),
    ])
  })

  function press(event: KeyboardEvent<HTMLElement>): void {
    const index = indexAfterKey(event.key, stop, tracks.length)
    if (index === null && !(event.key === 'Delete' && source === 'user')) return
    event.preventDefault()
    if (index === null) remove(stop)
    else moveTo(index)
  }

  const first = Math.max(0, line - AHEAD)
  const end = Math.min(tracks.length, line + IN_SIGHT + AHEAD)
  const indices = Array.from({ length: end - first }, (_, offset) => first + offset)
  // The row with the tab stop is rendered even outside the viewport.
  if (stop < first) indices.unshift(stop)
  else if (stop >= end) indices.push(stop)

  return (
    <>
      <div
        ref={list}
        className="queue-scroll"
        onScroll={event => setLine(Math.floor(event.currentTarget.scrollTop / ROW))}
      >
        <ol
          id={id}
          aria-labelledby={titleId}
          data-own-arrows=""
          className="relative"
          style={{ height: tracks.length * ROW }}
          onKeyDown={press}
        >
          {indices.map(index => (
            <li
              key={keyOf(tracks[index]!)}
              aria-setsize={tracks.length}
              aria-posinset={index + 1}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${index * ROW}px)` }}
              onFocus={() => setChosen(index)}
            >
              <QueueRow
                track={tracks[index]!}
                source={source}
                stop={index === stop}
                menuOpen={opened !== null && keyOf(opened) === keyOf(tracks[index]!)}
                onMenu={open}
                onRemove={source === 'user' ? () => remove(index) : undefined}
              />
            </li>
          ))}
        </ol>
      </div>
      {menu}
    </>
  )
}

/** Index that a key moves to; null for other keys. */
function indexAfterKey(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
