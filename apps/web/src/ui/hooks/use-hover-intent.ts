import { useRef } from 'react'

/** Milliseconds a pointer must stay on an element; elements scrolled past under it are left sooner. */
const DELAY = 80

/** Event handlers that call `onIntent` once a pointer stays on the element or presses it. */
export function useHoverIntent(onIntent: () => void): {
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly onPointerDown: () => void
} {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  return {
    onPointerEnter() {
      cancel()
      timer.current = setTimeout(onIntent, DELAY)
    },
    onPointerLeave: cancel,
    onPointerDown() {
      cancel()
      onIntent()
    },
  }
}
