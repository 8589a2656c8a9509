import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { watchManualScroll } from './watch-manual-scroll.ts'

/** Position of the current line in the view, from the top: upcoming lines matter more than past ones. */
const HEIGHT = 0.36

/**
 * Scrolls to keep one item of a list in view, until the user scrolls.
 * @param current index of the item; -1: the first
 */
export function useLineInSight(list: RefObject<HTMLElement | null>, current: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const [following, setFollowing] = useState(true)
  const shown = useRef(false)

  useLayoutEffect(() => {
    const box = scroller.current
    const line = list.current?.children[Math.max(current, 0)]
    if (!following || !box || !(line instanceof HTMLElement)) return
    const top = line.offsetTop - (box.clientHeight - line.offsetHeight) * HEIGHT
    // No animation when the list has just opened.
    const still = !shown.current || matchMedia('(prefers-reduced-motion: reduce)').matches
    shown.current = true
    box.scrollTo({ top, behavior: still ? 'instant' : 'smooth' })
  }, [list, current, following])

  useEffect(() => {
    const box = scroller.current
    return box ? watchManualScroll(box, () => setFollowing(false)) : undefined
  }, [])

  return {
    scroller,
    following,
    follow: () => setFollowing(true),
    leave: () => setFollowing(false),
  }
}
