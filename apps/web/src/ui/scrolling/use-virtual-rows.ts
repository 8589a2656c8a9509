import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { type RowWindow, stepTowards, wantedRows } from './wanted-rows.ts'

/** Milliseconds of a frame that drawing lines may take; one is drawn however long it takes. */
const SHARE = 4

interface VirtualRows extends Omit<RowWindow, 'first' | 'last'> {
  /** Of each line, in pixels; 0 while it is not known: then no line is drawn. */
  readonly height: number
  /** Where the first line begins in the document. */
  readonly top: number
  /** So many lines are drawn in one go, where each is little work; 1 unless told otherwise. */
  readonly atOnce?: number
}

/**
 * Which of many equally high lines are drawn: those near the window. The first time those in sight are drawn
 * at once, from then on as many in each frame as there is time for: however far the page jumps, no frame
 * waits for all.
 */
export function useVirtualRows({ height, top, atOnce = 1, ...near }: VirtualRows): readonly number[] {
  const [scroll] = useState(followScroll)
  const [drawn, setDrawn] = useState<readonly number[]>([])
  const sight = useSyncExternalStore(scroll.listen, () => {
    const { from, to } = scroll.read()
    return height > 0 && near.count > 0 && to >= from ? `${lineAt(from)} ${lineAt(to)}` : ''
  })
  const [first = 0, last = -1] = sight.split(' ').filter(Boolean).map(Number)
  const wanted = wantedRows({ ...near, first, last })
  const isDone = last < 0 || stepTowards(drawn, wanted) === drawn
  if (drawn.length === 0 && !isDone) setDrawn(wanted.slice(0, last + 1 - first))

  useEffect(() => {
    if (isDone) return
    const frame = requestAnimationFrame(start => {
      let lines = drawn
      do {
        for (let line = 0; line < atOnce; line++) lines = stepTowards(lines, wanted)
        flushSync(() => setDrawn(lines))
      } while (performance.now() - start < SHARE && stepTowards(lines, wanted) !== lines)
    })
    return () => cancelAnimationFrame(frame)
  })
  return last < 0 ? [] : drawn

  function lineAt(y: number): number {
    return Math.max(0, Math.min(near.count - 1, Math.floor((y - top) / height)))
  }
}

/**
 * What of the page is in the window, as of the last event: to ask in between would make the browser lay out
 * what was just drawn. It is first asked for when the page stands, and is where it was left.
 */
function followScroll() {
  let place = { from: 0, to: -1 }
  return {
    read: () => place,
    listen(changed: () => void): () => void {
      const look = () => {
        place = { from: window.scrollY, to: window.scrollY + window.innerHeight }
        changed()
      }
      look()
      window.addEventListener('scroll', look, { passive: true })
      window.addEventListener('resize', look)
      return () => {
        window.removeEventListener('scroll', look)
        window.removeEventListener('resize', look)
      }
    },
  }
}
