import { foldText } from '../grid/fold-text.ts'

/** The rows whose text contains every word of a query, in any order and without regard to accents and case. */
export function filterRows<Row>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
  query: string,
): readonly Row[] {
  const words = foldText(query).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter(row => {
    const text = foldText(textOf(row))
    return words.every(word => text.includes(word))
  })
}
