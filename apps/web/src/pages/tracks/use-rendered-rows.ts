import type { RefObject } from 'react'
import { useElementBox } from '../../ui/hooks/use-element-box.ts'
import { useVirtualRows } from '../../ui/scrolling/use-virtual-rows.ts'

/** Up to so many rows all are in the document, so that find-in-page sees them. */
const SHORT = 200
/** Rows drawn above and below the window, so that they are there before they are seen. */
const AHEAD = 8
/** A row is as little work as this part of a line of cards. */
const AT_ONCE = 4

interface Rows {
  readonly count: number
  /** From one to the next, in pixels. */
  readonly height: number
  /** Drawn wherever the page is scrolled to. */
  readonly always: number | undefined
}

/** The places of the rows that are drawn: of a short list all, at once and without looking where it stands. */
export function useRenderedRows(
  list: RefObject<HTMLElement | null>,
  { count, height, always }: Rows,
): readonly number[] {
  const isShort = count <= SHORT
  const { top } = useElementBox(list, 'tracks', !isShort)
  const lines = useVirtualRows({
    count: isShort ? 0 : count,
    height,
    top,
    ahead: AHEAD,
    atOnce: AT_ONCE,
    focused: always,
  })
  // Those that were taken away may have been drawn before.
  return isShort ? Array.from({ length: count }, (_, place) => place) : lines.filter(place => place < count)
}
