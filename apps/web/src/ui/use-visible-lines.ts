import { useDeferredValue, useSyncExternalStore } from 'react'

/** Lines drawn above and below the window, so that they are there before they are seen. */
const AHEAD = 4

interface Lines {
  readonly count: number
  /** Of each line, in pixels; 0 while it is not known: then no line is drawn. */
  readonly height: number
  /** Where the first line begins in the document. */
  readonly top: number
}

/**
 * Which of many equally high lines are near the window: the first, and the one after the last. Lines that
 * come near are drawn between frames, piece by piece, so that scrolling never waits for them.
 */
export function useVisibleLines({ count, height, top }: Lines): readonly [first: number, end: number] {
  const atTop = useSyncExternalStore(listen, () => lineAt(window.scrollY - top, height, count))
  const atBottom = useSyncExternalStore(listen, () =>
    lineAt(window.scrollY - top + window.innerHeight, height, count),
  )
  const first = useDeferredValue(atTop)
  const last = useDeferredValue(atBottom)
  if (height <= 0) return [0, 0]
  return [Math.max(0, first - AHEAD), Math.min(count, last + 1 + AHEAD)]
}

function lineAt(offset: number, height: number, count: number): number {
  return height <= 0 ? 0 : Math.max(0, Math.min(count - 1, Math.floor(offset / height)))
}

function listen(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true })
  window.addEventListener('resize', changed)
  return () => {
    window.removeEventListener('scroll', changed)
    window.removeEventListener('resize', changed)
  }
}
