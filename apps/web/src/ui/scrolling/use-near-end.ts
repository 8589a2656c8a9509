import { useEffect, useEffectEvent } from 'react'
import { throttle } from '../timing/throttle.ts'

/** Fraction of the page that must be scrolled through before an infinite list loads more. */
const THRESHOLD = 0.8
/** Milliseconds between two checks of the scroll position. */
const THROTTLE = 150

/** How much of the page has been seen, 0 to 1; 1 if it does not fill the window. */
function seenOfPage(): number {
  return (window.scrollY + window.innerHeight) / document.documentElement.scrollHeight
}

/**
 * Calls `onNear` when the page is scrolled to `THRESHOLD` of its length, and immediately if the page does not fill the
 * window.
 * @param rows how many rows are laid out; checked again when it grows, and not at all while it is 0
 */
export function useNearEnd(onNear: () => void, rows: number): void {
  const near = useEffectEvent(() => {
    if (seenOfPage() >= THRESHOLD) onNear()
  })
  useEffect(() => {
    const check = throttle(() => near(), THROTTLE)
    window.addEventListener('scroll', check, { passive: true })
    window.addEventListener('resize', check)
    return () => {
      check.cancel()
      window.removeEventListener('scroll', check)
      window.removeEventListener('resize', check)
    }
  }, [])
  useEffect(() => {
    if (rows > 0) near()
  }, [rows])
}
