import { type MouseEvent, useRef } from 'react'
import { isTouch } from '../browser/is-touch.ts'
import { hasLayers } from '../layers/layers.ts'

/** What acts on a press itself. */
const CONTROLS = 'a, button, [data-handle]'

/** Event handlers of an element that reacts as a whole: `onTap` for a finger's tap, `onDouble` for a double click of the mouse. */
export function useTap(onTap: () => unknown, onDouble: () => unknown) {
  const isBesideLayer = useRef(false)
  const isOnControl = ({ target }: MouseEvent) => (target as Element).closest(CONTROLS) !== null
  return {
    onPointerDownCapture() {
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
