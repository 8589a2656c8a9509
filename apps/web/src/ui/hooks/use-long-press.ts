import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** Milliseconds after which a press is long. */
export const LONG_PRESS_MS = 500
/** How many pixels the finger may move meanwhile. */
const SLACK = 8
/** What a finger moves instead. */
const MOVES = '[data-handle]'

interface Press {
  readonly x: number
  readonly y: number
  readonly timer: ReturnType<typeof setTimeout>
  /** A menu was asked for. */
  isAnswered: boolean
}

/**
 * Event handlers that send one `contextmenu` event for a finger's long press: WebKit on iOS sends none. The click that iOS
 * sends afterwards is dropped.
 */
export function useLongPress() {
  const press = useRef<Press | null>(null)
  const cancel = () => clearTimeout(press.current?.timer)
  return {
    onPointerDownCapture({ target, pointerType, isPrimary, clientX, clientY }: PointerEvent) {
      cancel()
      press.current = null
      const pressed = target as Element
      if (pointerType === 'mouse' || !isPrimary || pressed.closest(MOVES)) return
      const ask = () => pressed.dispatchEvent(contextMenuAt(clientX, clientY))
      press.current = { x: clientX, y: clientY, timer: setTimeout(ask, LONG_PRESS_MS), isAnswered: false }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > SLACK) cancel()
    },
    onPointerUp: cancel,
    // The page scrolls.
    onPointerCancel: cancel,
    onContextMenuCapture(event: MouseEvent) {
      cancel()
      if (press.current?.isAnswered) drop(event)
      else if (press.current) press.current.isAnswered = true
    },
    onClickCapture(event: MouseEvent) {
      if (press.current?.isAnswered) drop(event)
      // Once: other clicks may come without a pointer, from what helps to press.
      press.current = null
    },
    onKeyDownCapture() {
      // Its click has nothing to do with an earlier press.
      press.current = null
    },
  }
}

const contextMenuAt = (clientX: number, clientY: number) =>
  new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY })

function drop(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
