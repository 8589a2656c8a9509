import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { isTouch } from '../browser/is-touch.ts'
import { hasLayers } from '../layers/layers.ts'

/** What acts on a press itself. */
const CONTROLS = 'a, button, [data-handle]'
/** A finger that stays longer asks for a menu, in milliseconds: iOS sends a click even then. */
const LONGEST_TAP_MS = 500

/** Event handlers of an element that reacts as a whole: `onTap` for a finger's tap, `onDouble` for a double click of the mouse. */
export function useTap(onTap: () => unknown, onDouble: () => unknown) {
  const isBesideLayer = useRef(false)
  const pressedAt = useRef(0)
  const isOnControl = ({ target }: MouseEvent) => (target as Element).closest(CONTROLS) !== null
  return {
    onPointerDownCapture({ timeStamp }: PointerEvent) {
      pressedAt.current = timeStamp
      // A tap beside an open menu only closes it.
      isBesideLayer.current = hasLayers()
    },
    onClick(event: MouseEvent) {
      const isHeld = event.timeStamp - pressedAt.current > LONGEST_TAP_MS
      if (isTouch(event) && !isOnControl(event) && !isBesideLayer.current && !isHeld) onTap()
    },
    onDoubleClick(event: MouseEvent) {
      if (!isTouch(event) && !isOnControl(event)) onDouble()
    },
  }
}
