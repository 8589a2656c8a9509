import type { RefObject } from 'react'
import { useElementBox } from '../../ui/hooks/use-element-box.ts'
import { useVirtualRows } from '../../ui/scrolling/use-virtual-rows.ts'

/** Lists of up to this many rows are rendered whole, so that find-in-page works. */
const SHORT = 200
/** Rows rendered above and below the window. */
const OVERSCAN = 8
const BATCH_SIZE = 4

interface Rows {
  readonly count: number
  /** From one row to the next, in pixels. */
  readonly height: number
  /** Rows to render wherever the page is scrolled to. */
  readonly kept: readonly number[]
}

/** The indices of the rows to render: all of a short list, otherwise those near the window. */
export function useRenderedRows(
  list: RefObject<HTMLElement | null>,
  { count, height, kept }: Rows,
): readonly number[] {
  const isShort = count <= SHORT
  const { top } = useElementBox(list, 'tracks', !isShort)
  const rows = useVirtualRows({
    count: isShort ? 0 : count,
    height,
    top,
    overscan: OVERSCAN,
    batchSize: BATCH_SIZE,
    kept,
  })
  // Rows that were just removed may still be rendered.
  return isShort ? Array.from({ length: count }, (_, index) => index) : rows.filter(index => index < count)
}
