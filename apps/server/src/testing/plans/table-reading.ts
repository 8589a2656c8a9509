/** How a statement reads one table. */
export interface TableReading {
  readonly table: string
  /**
   * `search`: the rows that a condition finds in an index, or those of a partial index. `first`: in the order of an index
   * until there are enough. `full`: all rows.
   */
  readonly kind: 'search' | 'first' | 'full'
  /** Undefined where the table itself is read. */
  readonly index?: string | undefined
  /** Those of the index that the condition uses. */
  readonly columns?: readonly string[]
}

/** Nearly all rows have the same value in these: a condition on nothing else finds them all. */
const FLAGS: readonly string[] = ['available', 'missing']

export const selectsLittle = (columns: readonly string[]) =>
  columns.length > 0 && columns.every(column => FLAGS.includes(column))

/** @returns one line, such as `tracks by tracks_by_album (album_id)` */
export function describeReading({ table, kind, index, columns = [] }: TableReading): string {
  const by = index === undefined ? '' : ` by ${index}`
  const used = columns.length > 0 ? ` (${columns.join(', ')})` : ''
  return `${table}${kind === 'full' ? FULL : ''}${by}${used}${kind === 'first' ? ', the first' : ''}`
}

const FULL = ' in full'

/** The table of a line that `describeReading` wrote, if it is read in full. */
export function fullyRead(line: string): string | undefined {
  const [table = '', rest = ''] = line.split(/ (.*)/)
  return ` ${rest}`.startsWith(FULL) ? table : undefined
}
