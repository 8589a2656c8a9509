/** Lines drawn above and below the window, so that they are there before they are seen, unless told otherwise. */
const AHEAD = 4

export interface RowWindow {
  readonly count: number
  /** In the window. */
  readonly first: number
  readonly last: number
  /** So many are wanted above and below the window. */
  readonly ahead?: number
  /** Wants the lines that are far from the window as well. */
  readonly all?: boolean
  /** The line that has the focus: it stays, and so do those beside it, wherever the page is scrolled to. */
  readonly focused?: number | undefined
}

/** Lines that are to be drawn, those in the window first, then those below it, then those above. */
export function wantedRows({
  count,
  first,
  last,
  ahead: near = AHEAD,
  all = false,
  focused,
}: RowWindow): readonly number[] {
  const ahead = all ? count : near
  const beside = focused === undefined ? [] : lines(focused - 1, focused + 1)
  return [...lines(first, last + ahead), ...lines(first - ahead, first - 1), ...beside]

  function lines(from: number, to: number): number[] {
    const start = Math.max(0, from)
    const length = Math.max(0, Math.min(count - 1, to) + 1 - start)
    return Array.from({ length }, (_, index) => start + index)
  }
}

/** `drawn` with the most wanted line that it lacks and without one that is not wanted; itself when all is right. */
export function stepTowards(drawn: readonly number[], wanted: readonly number[]): readonly number[] {
  const missing = wanted.find(line => !drawn.includes(line))
  const needless = drawn.find(line => !wanted.includes(line))
  if (missing === undefined && needless === undefined) return drawn
  const rest = drawn.filter(line => line !== needless)
  return (missing === undefined ? rest : [...rest, missing]).toSorted((a, b) => a - b)
}
