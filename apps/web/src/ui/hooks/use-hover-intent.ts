import { useRef } from 'react'

/** Milliseconds after which a pointer rests on something; what is scrolled past under it is left sooner. */
const REST = 80

/** Calls `onRest` once a pointer rests on an element or presses it. Answers the listeners of the element. */
export function useHoverIntent(onRest: () => void): {
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly onPointerDown: () => void
} {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const forget = () => clearTimeout(timer.current)
  return {
    onPointerEnter() {
      forget()
      timer.current = setTimeout(onRest, REST)
    },
    onPointerLeave: forget,
    onPointerDown() {
      forget()
      onRest()
    },
  }
}
