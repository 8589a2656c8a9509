import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Pixels after which a swipe has begun, and after which letting go ends it as one. */
const BEGUN = 8
const ENOUGH = 64
/** Milliseconds in which what was swiped returns, or what replaces it arrives. */
const RETURN_MS = 160

interface Options {
  readonly enabled: boolean
  readonly onLeft: () => void
  readonly onRight: () => void
}

/**
 * Calls back when a finger has swiped the element to the left or right; until then it follows the finger, unless motion is to be
 * reduced. Its style must leave vertical gestures to the browser: `touch-action: pan-y`.
 */
export function useSwipeAcross(element: RefObject<HTMLElement | null>, options: Options): void {
  const { enabled } = options
  const swipe = useEffectEvent((pulled: number) => (pulled < 0 ? options.onLeft() : options.onRight()))
  useEffect(() => {
    const swiped = element.current
    if (!swiped || !enabled) return
    let start: { readonly x: number; readonly y: number } | null = null
    let pulled = 0
    const unmounted = new AbortController()
    const listen = (
      type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel',
      handle: (event: TouchEvent) => void,
    ) => swiped.addEventListener(type, handle, { signal: unmounted.signal, passive: true })
    /** @param from pixels from which it returns to its place */
    const end = (from: number) => {
      start = null
      pulled = 0
      swiped.style.translate = ''
      if (from !== 0 && !isStill())
        swiped.animate?.({ translate: [`${from}px`, '0px'] }, { duration: RETURN_MS, easing: 'ease-out' })
    }
    listen('touchstart', ({ touches }) => {
      end(0)
      const [touch] = touches
      if (touch && touches.length === 1) start = { x: touch.clientX, y: touch.clientY }
    })
    listen('touchmove', ({ touches }) => {
      const [touch] = touches
      if (!start || !touch) return
      if (touches.length > 1) return end(pulled)
      const across = touch.clientX - start.x
      // Up or down first: another gesture.
      if (pulled === 0 && Math.abs(touch.clientY - start.y) > Math.max(BEGUN, Math.abs(across))) return end(0)
      if (pulled === 0 && Math.abs(across) < BEGUN) return
      pulled = across
      if (!isStill()) swiped.style.translate = `${pulled}px 0`
    })
    listen('touchend', () => {
      const moved = pulled
      const isSwipe = Math.abs(moved) >= ENOUGH
      // What replaces it comes from the other side.
      end(isSwipe ? -moved : moved)
      if (isSwipe) swipe(moved)
    })
    listen('touchcancel', () => end(pulled))
    return () => unmounted.abort()
  }, [element, enabled])
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
