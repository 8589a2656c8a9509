import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { type RowWindow, stepTowards, wantedRows } from './wanted-rows.ts'

/** Milliseconds of a frame that rendering rows may take; one batch is rendered however long it takes. */
const FRAME_BUDGET = 4

interface VirtualRows extends Omit<RowWindow, 'first' | 'last'> {
  /** Of each row, in pixels; 0 while unknown: then no row is rendered. */
  readonly height: number
  /** Offset of the first row in the document, in pixels. */
  readonly top: number
  /** The list: the visible rows of another one are rendered at once, such as those of a filtered list. */
  readonly of?: unknown
  /** Rows rendered per batch; more than 1 where rows are cheap. */
  readonly batchSize?: number
}

/**
 * Which of many equally high rows to render: those near the window. Renders the visible rows at once the first time and
 * in another list, and otherwise only as many per frame as fit into the budget, however far the page jumps. Rows to keep are rendered
 * at once, so that they can take the focus.
 */
export function useVirtualRows({ height, top, of, batchSize = 1, ...near }: VirtualRows): readonly number[] {
  const [viewport] = useState(followViewport)
  const [rendered, setRendered] = useState<readonly number[]>([])
  const visible = useSyncExternalStore(viewport.listen, () => {
    const { from, to } = viewport.read()
    return height > 0 && near.count > 0 && to >= from ? `${rowAt(from)} ${rowAt(to)}` : ''
  })
  const [first = 0, last = -1] = visible.split(' ').filter(Boolean).map(Number)
  const wanted = wantedRows({ ...near, first, last })
  const isDone = last < 0 || stepTowards(rendered, wanted) === rendered
  const [lastOf, setLastOf] = useState(of)
  if ((rendered.length === 0 || of !== lastOf) && !isDone) {
    const visible = wanted.slice(0, last + 1 - first)
    setRendered(
      [...new Set([...rendered, ...visible])].filter(row => row < near.count).toSorted((a, b) => a - b),
    )
  }
  if (of !== lastOf) setLastOf(of)

  useEffect(() => {
    if (isDone) return
    const frame = requestAnimationFrame(start => {
      let rows = rendered
      do {
        for (let step = 0; step < batchSize; step++) rows = stepTowards(rows, wanted)
        flushSync(() => setRendered(rows))
      } while (performance.now() - start < FRAME_BUDGET && stepTowards(rows, wanted) !== rows)
    })
    return () => cancelAnimationFrame(frame)
  })
  if (last < 0) return []
  const missing = (near.kept ?? []).filter(row => row < near.count && !rendered.includes(row))
  return missing.length === 0 ? rendered : [...new Set([...rendered, ...missing])].toSorted((a, b) => a - b)

  function rowAt(y: number): number {
    return Math.max(0, Math.min(near.count - 1, Math.floor((y - top) / height)))
  }
}

/**
 * The visible part of the page as of the last event: reading it at other times would force a layout. First read when
 * the page is mounted and its scroll position restored.
 */
function followViewport() {
  let viewport = { from: 0, to: -1 }
  return {
    read: () => viewport,
    listen(onChange: () => void): () => void {
      const update = () => {
        viewport = { from: window.scrollY, to: window.scrollY + window.innerHeight }
        onChange()
      }
      update()
      window.addEventListener('scroll', update, { passive: true })
      window.addEventListener('resize', update)
      return () => {
        window.removeEventListener('scroll', update)
        window.removeEventListener('resize', update)
      }
    },
  }
}
