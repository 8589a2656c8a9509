/** As many values as a list has for the planner: it grows with lists, but not to another plan. */
const LIST = '(?, ?, ?)'
/** The planners know the limit of a page as a number. Without one, PostgreSQL assumes a tenth of all rows. */
const LIMIT = 'limit 100'
const OFFSET = 'offset 100'

/** A list of columns in parentheses, before the rows that are inserted or a row that is compared. */
const ROW = /\(([^()]+)\) (values|>|<) \(\?, …\)(, …)?/g

/** A statement that a database can explain, from one as it is recorded: lists of values have the length that they need. */
export function toExplainable(sql: string): string {
  return sql
    .replaceAll(ROW, (_, columns: string, operator: string) => {
      const values = columns.split(',').map(() => '?')
      return `(${columns}) ${operator} (${values.join(', ')})`
    })
    .replaceAll('(?, …)', LIST)
    .replaceAll(', …', '')
    .replaceAll('limit ?', LIMIT)
    .replaceAll('offset ?', OFFSET)
}
