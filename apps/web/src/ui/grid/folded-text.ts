import { foldForSearch } from '@refrain/contract/fold-for-search'

type TextOf<Row> = (row: Row) => string | readonly string[]

/** Folded texts by list, function and row. Lists are replaced, never mutated. */
const cached = new WeakMap<readonly unknown[], Map<unknown, string[]>>()

/**
 * The text of a row as the search compares it, folded on first use: without accents and in lower case. Several texts stand on a
 * line each.
 * @param textOf must be the same function for all rows
 */
export function foldedText<Row>(rows: readonly Row[], index: number, textOf: TextOf<Row>): string {
  const ofList = cached.get(rows) ?? new Map<unknown, string[]>()
  cached.set(rows, ofList)
  const texts = ofList.get(textOf) ?? []
  ofList.set(textOf, texts)
  const folded = texts[index] ?? [textOf(rows[index]!)].flat().map(foldForSearch).join('\n')
  texts[index] = folded
  return folded
}
