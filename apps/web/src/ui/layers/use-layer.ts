import { useEffect, useEffectEvent } from 'react'
import { addLayer } from './layers.ts'

/** Lets Back close what the component shows over the page, while it is `open`, unless it `stays`. */
export function useLayer(close: () => void, { open = true, stays = false } = {}): void {
  const closeNow = useEffectEvent(close)
  // Added again when it no longer stays: it may have outlived a navigation.
  useEffect(
    () => (open ? addLayer({ close: () => closeNow(), stays: () => stays }) : undefined),
    [open, stays],
  )
}
