import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../timing/when-idle.ts'

/** Slides rendered at first, and how many more in each idle period. */
const FIRST = 5
const STEP = 2
/** Longest wait for an idle period, in milliseconds. */
const TIMEOUT = 2_000

/**
 * How many of `count` slides to render so far, and a function that renders all of them.
 * @param all renders all from the start, because any of them may be visible
 */
export function useRenderedSlides(
  count: number,
  all: boolean,
): readonly [rendered: number, renderAll: () => void] {
  const [rendered, setRendered] = useState(all ? Number.POSITIVE_INFINITY : FIRST)
  useEffect(() => {
    if (rendered === Number.POSITIVE_INFINITY) return
    // Slides added later are rendered immediately: the carousel only moves when it is complete.
    if (rendered >= count) return setRendered(Number.POSITIVE_INFINITY)
    return whenIdle(() => startTransition(() => setRendered(rendered + STEP)), TIMEOUT)
  }, [rendered, count])
  return [Math.min(rendered, count), () => setRendered(Number.POSITIVE_INFINITY)]
}
