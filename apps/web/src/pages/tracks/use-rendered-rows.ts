import type { RefObject } from 'react'
import { useElementBox } from '../../ui/hooks/use-element-box.ts'
import { useVirtualRows } from '../../ui/scrolling/use-virtual-rows.ts'

/** Lists of up to this many rows are rendered whole, so that find-in-page works. */
const SHORT = 200
/** Rows rendered above and below the window. */
const OVERSCAN = 8
const BATCH_SIZE = 4

interface Rows {
  readonly rows: readonly unknown[]
  /** Number of rows without a filter. */
  readonly outOf: number
  /** From one row to the next, in pixels. */
  readonly height: number
  /** Rows to render wherever the page is scrolled to. */
  readonly kept: readonly number[]
}

/** The indices of the rows to render: all of a short list, otherwise those near the window. */
export function useRenderedRows(
  element: RefObject<HTMLElement | null>,
  { rows: list, outOf, height, kept }: Rows,
): readonly number[] {
  const count = list.length
  // Not by the rows that a filter leaves: with each key, hundreds would come and go.
  const isShort = outOf <= SHORT
  const { top } = useElementBox(element, 'tracks', !isShort)
  const rows = useVirtualRows({
    count: isShort ? 0 : count,
    of: list,
    height,
    top,
    overscan: OVERSCAN,
    batchSize: BATCH_SIZE,
    kept,
  })
  // Rows that were just removed may still be rendered.
  return isShort ? Array.from({ length: count }, (_, index) => index) : rows.filter(index => index < count)
}
