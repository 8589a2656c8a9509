import { useEffect, useEffectEvent } from 'react'
import { addLayer } from './layers.ts'

/** Lets Back close what the component shows over the page, while it is `open`, unless it `stays`. */
export function useLayer(close: () => void, { open = true, stays = false } = {}): void {
  const closeNow = useEffectEvent(close)
  const staysNow = useEffectEvent(() => stays)
  // One that has outlived a navigation because it stayed is added again.
  useEffect(
    () => (open ? addLayer({ close: () => closeNow(), stays: () => staysNow() }) : undefined),
    [open, stays],
  )
}
