import { createStore } from '@refrain/player/state/store'
import { useSyncExternalStore } from 'react'

/** Ids of the queue's panel and of the button that opens it. */
export const QUEUE_PANEL = 'queue'
export const QUEUE_BUTTON = 'queue-button'

/** What the listener's own list is called (NOW-08). */
export const YOUR_TRACKS = 'Your Tracks'

interface Opening {
  readonly open: boolean
  /** Counts how often it was opened: each time it shows the playing row anew. */
  readonly times: number
  /** Opened by a key: the focus goes into it. */
  readonly byKey: boolean
}

const opening = createStore<Opening>({ open: false, times: 0, byKey: false })

/** Opens the queue (NOW-06). */
export function openQueue(byKey: boolean): void {
  opening.update({ open: true, times: opening.getState().times + 1, byKey })
}

/** Closes the queue; a focus inside of it returns to the button. */
export function closeQueue(): void {
  const inside = document.getElementById(QUEUE_PANEL)?.contains(document.activeElement)
  opening.update({ open: false })
  if (inside) document.getElementById(QUEUE_BUTTON)?.focus()
}

/** Scrolls the panel to its queue, where that is out of sight: in low windows. */
export function scrollToQueue(): void {
  document.getElementById(QUEUE_PANEL)?.scrollIntoView?.({ block: 'nearest' })
}

/** Opens or closes the queue. */
export function toggleQueue(byKey: boolean): void {
  if (opening.getState().open) closeQueue()
  else openQueue(byKey)
}

/** Whether the queue is open, and how it was opened. */
export function useQueueOpen(): Opening {
  return useSyncExternalStore(opening.subscribe, opening.getState, opening.getState)
}
