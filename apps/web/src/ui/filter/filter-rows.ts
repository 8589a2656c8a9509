import { foldForSearch } from '@refrain/contract/fold-for-search'
import { textLimits } from '@refrain/contract/limits'
import { foldedText } from '../grid/folded-text.ts'

/** The rows whose texts contain every word of a query, in any order, compared as the search does. */
export function filterRows<Row>(
  rows: readonly Row[],
  textsOf: (row: Row) => readonly string[],
  query: string,
): readonly Row[] {
  const words = foldForSearch(query.slice(0, textLimits.searchQuery.max)).split(' ').filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((_row, index) => {
    const text = foldedText(rows, index, textsOf)
    return words.every(word => text.includes(word))
  })
}
