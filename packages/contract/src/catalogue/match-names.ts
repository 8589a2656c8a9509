import { foldForSearch } from '../fold-for-search.ts'

/** Something that is found by its name. */
export interface Named<Item> {
  readonly item: Item
  /** As `foldForSearch` returns it. */
  readonly folded: string
}

export const toNamed = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Named<Item>[] =>
  items.map(item => ({ item, folded: foldForSearch(nameOf(item)) }))

/** A word begins where none of these comes before it. Two units hold any letter. */
const LETTER = /[\p{L}\p{M}\p{N}]$/u
const RANKS = 3

/**
 * The items whose name is the query, then those whose name begins with it, then those of which a word does; otherwise in the
 * given order, and at most `most`.
 */
export function matchNames<Item>(query: string, named: readonly Named<Item>[], most: number): Item[] {
  const folded = foldForSearch(query)
  if (folded === '') return []
  const ranked: Item[][] = Array.from({ length: RANKS }, () => [])
  for (const each of named) ranked[rankOf(each.folded, folded)]?.push(each.item)
  return ranked.flat().slice(0, most)
}

/** RANKS for a name that does not match. */
function rankOf(name: string, query: string): number {
  if (name === query) return 0
  let at = name.indexOf(query)
  if (at === 0) return 1
  for (; at > 0; at = name.indexOf(query, at + 1))
    if (!LETTER.test(name.slice(Math.max(0, at - 2), at))) return 2
  return RANKS
}
