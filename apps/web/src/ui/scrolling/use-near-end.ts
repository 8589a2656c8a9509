import { useEffect, useEffectEvent } from 'react'
import { throttle } from '../timing/throttle.ts'

/** Infinite lists go on once this much of the page has been scrolled through (LIST-07). */
export const THRESHOLD = 0.8
/** Milliseconds between two looks at how far the page is scrolled (LIST-08). */
export const THROTTLE = 150

/** How much of the page has been seen, 0 to 1; 1 where it does not fill the window. */
export function seenOfPage(): number {
  return (window.scrollY + window.innerHeight) / document.documentElement.scrollHeight
}

/**
 * Calls `onNear` when the page is scrolled to 0.8 of its length, and at once where what is there does not
 * fill the window (PROP-15). `rows` is how many have their place: more of them is a reason to look again,
 * and before any has one the page says nothing of its length.
 */
export function useNearEnd(onNear: () => void, rows: number): void {
  const near = useEffectEvent(() => {
    if (seenOfPage() >= THRESHOLD) onNear()
  })
  useEffect(() => {
    const look = throttle(() => near(), THROTTLE)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      look.cancel()
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [])
  useEffect(() => {
    if (rows > 0) near()
  }, [rows])
}
