/** Default number of rows rendered above and below the window, so that they are there before they are seen. */
const OVERSCAN = 4

export interface RowWindow {
  readonly count: number
  /** First row in the window. */
  readonly first: number
  readonly last: number
  /** Rows to render above and below the window. */
  readonly overscan?: number
  /** Render all rows, also those far from the window. */
  readonly all?: boolean
  /** Rows that stay rendered with their neighbours wherever the page is scrolled to, such as the one that has the focus. */
  readonly kept?: readonly number[]
}

/** The rows to render, most urgent first: those in the window, then those below it, then those above. */
export function wantedRows({
  count,
  first,
  last,
  overscan = OVERSCAN,
  all = false,
  kept = [],
}: RowWindow): readonly number[] {
  const ahead = all ? count : overscan
  const neighbours = kept.flatMap(row => rows(row - 1, row + 1))
  return [...rows(first, last + ahead), ...rows(first - ahead, first - 1), ...neighbours]

  function rows(from: number, to: number): number[] {
    const start = Math.max(0, from)
    const length = Math.max(0, Math.min(count - 1, to) + 1 - start)
    return Array.from({ length }, (_, index) => start + index)
  }
}

/**
 * Adds the most urgent missing row and removes one that is not wanted; returns `rendered` itself when it is complete.
 */
export function stepTowards(rendered: readonly number[], wanted: readonly number[]): readonly number[] {
  const missing = wanted.find(row => !rendered.includes(row))
  const unwanted = rendered.find(row => !wanted.includes(row))
  if (missing === undefined && unwanted === undefined) return rendered
  const rest = rendered.filter(row => row !== unwanted)
  return (missing === undefined ? rest : [...rest, missing]).toSorted((a, b) => a - b)
}
