import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { isTouch } from '../browser/is-touch.ts'
import { hasLayers } from '../layers/layers.ts'
import { useLongPress } from './use-long-press.ts'

/** What acts on a press itself. */
const CONTROLS = 'a, button, [data-handle]'

/**
 * Event handlers of an element that reacts as a whole: `onTap` for a finger's tap, `onDouble` for a double click of the
 * mouse, and the element's `onContextMenu` for a long press.
 */
export function useTap(onTap: () => unknown, onDouble: () => unknown) {
  const isBesideLayer = useRef(false)
  const { onPointerDownCapture, ...press } = useLongPress()
  const isOnControl = ({ target }: MouseEvent) => (target as Element).closest(CONTROLS) !== null
  return {
    ...press,
    onPointerDownCapture(event: PointerEvent) {
      onPointerDownCapture(event)
      // A tap beside an open menu only closes it.
      isBesideLayer.current = hasLayers()
    },
    onClick(event: MouseEvent) {
      if (isTouch(event) && !isOnControl(event) && !isBesideLayer.current) onTap()
    },
    onDoubleClick(event: MouseEvent) {
      if (!isTouch(event) && !isOnControl(event)) onDouble()
    },
  }
}
