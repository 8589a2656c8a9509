import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Pixels after which a swipe has begun, and after which letting go ends it as one. */
const BEGUN = 8
const ENOUGH = 80

/** What a finger moves by itself. */
const MOVES = 'input, [role="slider"], [data-handle]'

/** Calls `onSwipe` when a finger has pulled the element down from its upper end; until then it follows the finger. */
export function useSwipeDown(element: RefObject<HTMLElement | null>, onSwipe: () => void): void {
  const swipe = useEffectEvent(onSwipe)
  useEffect(() => {
    const swiped = element.current
    if (!swiped) return
    let start: { readonly x: number; readonly y: number } | null = null
    let pulled = 0
    const unmounted = new AbortController()
    const listen = (
      type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel',
      handle: (event: TouchEvent) => void,
    ) => swiped.addEventListener(type, handle, { signal: unmounted.signal, passive: true })
    const end = () => {
      start = null
      pulled = 0
      swiped.style.translate = ''
    }
    listen('touchstart', ({ touches, target }) => {
      end()
      const [touch] = touches
      if (touches.length > 1 || !touch || !canPull(target as Element, swiped)) return
      start = { x: touch.clientX, y: touch.clientY }
    })
    listen('touchmove', ({ touches }) => {
      const [touch] = touches
      if (!start || !touch) return
      const down = touch.clientY - start.y
      const across = Math.abs(touch.clientX - start.x)
      // Upwards or sideways first: it scrolls, or means something else.
      if (pulled === 0 && (touches.length > 1 || down < -BEGUN || across > Math.max(BEGUN, down)))
        return end()
      if (pulled === 0 && down < BEGUN) return
      pulled = Math.max(1, down)
      swiped.style.translate = `0 ${pulled}px`
    })
    listen('touchend', () => {
      const isSwipe = pulled >= ENOUGH
      end()
      if (isSwipe) swipe()
    })
    listen('touchcancel', end)
    return () => unmounted.abort()
  }, [element])
}

/** Whether nothing between the finger and the element scrolls down or is moved instead. */
function canPull(target: Element, swiped: HTMLElement): boolean {
  if (target.closest(MOVES)) return false
  for (let each: Element | null = target; each; each = each.parentElement) {
    if (each.scrollTop > 0) return false
    if (each === swiped) return true
  }
  return false
}
