/** A control in a grid: the index of its row, and its own among the row's controls. */
export interface Cell {
  readonly row: number
  readonly column: number
}

interface Place extends Cell {
  /** Numbers of rows, and of controls in this row. */
  readonly rows: number
  readonly columns: number
  /** Rows that PageUp and PageDown pass. */
  readonly page: number
  readonly isRightToLeft: boolean
}

interface Key {
  readonly key: string
  readonly isCtrl: boolean
}

/**
 * Where a key moves to; undefined for other keys. The first control stands for its row, so Home and End lead from there to the
 * first and last row, and from the others to the first and last control.
 */
export function targetOfKey({ key, isCtrl }: Key, place: Place): Cell | undefined {
  const { row, column, rows, columns, page, isRightToLeft } = place
  const inRow = (to: number) => ({ row, column: Math.max(0, Math.min(columns - 1, to)) })
  const toRow = (to: number) => ({ row: Math.max(0, Math.min(rows - 1, to)), column })
  if (isCtrl) {
    if (key === 'Home') return { row: 0, column: 0 }
    return key === 'End' ? toRow(rows - 1) : undefined
  }
  const forward = isRightToLeft ? -1 : 1
  if (key === 'ArrowDown') return toRow(row + 1)
  if (key === 'ArrowUp') return toRow(row - 1)
  if (key === 'PageDown') return toRow(row + page)
  if (key === 'PageUp') return toRow(row - page)
  if (key === 'ArrowRight') return inRow(column + forward)
  if (key === 'ArrowLeft') return inRow(column - forward)
  if (key === 'Home') return column === 0 ? toRow(0) : inRow(0)
  if (key === 'End') return column === 0 ? toRow(rows - 1) : inRow(columns - 1)
  return undefined
}
