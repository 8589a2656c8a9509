/** Answers 0 up to, not including, 1; `Math.random` fits. */
export type Random = () => number

/** A random permutation, each as likely as any other (ENG-19); the list stays as it is. */
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

/** The tracks in a kept order; null where that does not name every one of them. */
export function arrange<Item extends { readonly id: string }>(
  list: readonly Item[],
  ids: readonly string[],
): Item[] | null {
  const byId = new Map(list.map(item => [item.id, item]))
  const order: Item[] = []
  for (const id of ids) {
    const item = byId.get(id)
    if (item) order.push(item)
    byId.delete(id)
  }
  return byId.size === 0 ? order : null
}
