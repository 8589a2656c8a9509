import { createStore } from '@refrain/player/state/store'
import { useSyncExternalStore } from 'react'

/** Ids of the queue panel and the button that opens it. */
export const QUEUE_PANEL = 'queue'
export const QUEUE_BUTTON = 'queue-button'

interface Opening {
  readonly open: boolean
  /** Number of times it was opened: each opening scrolls to the playing row again. */
  readonly times: number
  /** Opened by keyboard: the focus moves into it. */
  readonly byKey: boolean
}

const opening = createStore<Opening>({ open: false, times: 0, byKey: false })

export function openQueue(byKey: boolean): void {
  opening.update({ open: true, times: opening.getState().times + 1, byKey })
}

/** Closes the queue and returns focus from inside it to the button. */
export function closeQueue(): void {
  const inside = document.getElementById(QUEUE_PANEL)?.contains(document.activeElement)
  opening.update({ open: false })
  if (inside) document.getElementById(QUEUE_BUTTON)?.focus()
}

/** Scrolls the panel to the queue, which may be out of view in low windows. */
export function scrollToQueue(): void {
  document.getElementById(QUEUE_PANEL)?.scrollIntoView?.({ block: 'nearest' })
}

export function toggleQueue(byKey: boolean): void {
  if (opening.getState().open) closeQueue()
  else openQueue(byKey)
}

export function useQueueOpen(): Opening {
  return useSyncExternalStore(opening.subscribe, opening.getState, opening.getState)
}
