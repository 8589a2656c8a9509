import { keyOf } from './id-index.ts'

/** Returns a number in [0, 1), as `Math.random` does. */
export type Random = () => number

/** A uniformly random permutation (Fisher–Yates). */
export function shuffle<Item>(list: readonly Item[], random: Random): Item[] {
  const order = [...list]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const item = order[last] as Item
    order[last] = order[other] as Item
    order[other] = item
  }
  return order
}

/** The items in the order of `ids`, which are their keys; null if that of an item is missing. */
export function sortByIds<Item extends { readonly id: string; readonly entryId?: string }>(
  list: readonly Item[],
  ids: readonly string[],
): Item[] | null {
  const byId = new Map(list.map(item => [keyOf(item), item]))
  const order: Item[] = []
  for (const id of ids) {
    const item = byId.get(id)
    if (item) order.push(item)
    byId.delete(id)
  }
  return byId.size === 0 ? order : null
}
