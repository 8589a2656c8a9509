import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { useElementBox } from '../../ui/use-element-box.ts'

/** Up to so many rows all are in the document, so that find-in-page sees them. */
const SHORT = 200

interface Rows {
  readonly count: number
  /** From one to the next, in pixels. */
  readonly height: number
  /** Drawn wherever the page is scrolled to. */
  readonly always: number | undefined
}

/** The places of the rows that are drawn: of a short list all, at once and without looking where it stands. */
export function useDrawnRows(
  list: RefObject<HTMLElement | null>,
  { count, height, always }: Rows,
): readonly number[] {
  const isShort = count <= SHORT
  const { top } = useElementBox(list, 'tracks', !isShort)
  const virtualizer = useWindowVirtualizer({
    enabled: !isShort,
    count,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: top,
    rangeExtractor: range => [
      ...new Set([...defaultRangeExtractor(range), ...(always === undefined ? [] : [always])]),
    ],
  })
  return isShort
    ? Array.from({ length: count }, (_, place) => place)
    : virtualizer.getVirtualItems().map(({ index }) => index)
}
