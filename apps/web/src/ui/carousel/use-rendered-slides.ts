import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../timing/when-idle.ts'

/** Slides that are drawn at once, and how many more each time the browser has nothing else to do. */
const FIRST = 5
const STEP = 2
/** The longest wait for such a time, in milliseconds. */
const PATIENCE = 2_000

/**
 * How many of `count` slides are drawn by now, and what draws all of them at once.
 * @param all from the start: any of them may be in sight
 */
export function useRenderedSlides(
  count: number,
  all: boolean,
): readonly [drawn: number, drawAll: () => void] {
  const [drawn, setDrawn] = useState(all ? Number.POSITIVE_INFINITY : FIRST)
  useEffect(() => {
    if (drawn === Number.POSITIVE_INFINITY) return
    // Slides that are added later are drawn at once: only a row that is whole can be moved.
    if (drawn >= count) return setDrawn(Number.POSITIVE_INFINITY)
    return whenIdle(() => startTransition(() => setDrawn(drawn + STEP)), PATIENCE)
  }, [drawn, count])
  return [Math.min(drawn, count), () => setDrawn(Number.POSITIVE_INFINITY)]
}
