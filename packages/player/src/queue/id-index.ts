interface Identified {
  readonly id: string
}

/** One index per list, built on first use. Lists are replaced, never mutated. */
const indexes = new WeakMap<readonly Identified[], Map<string, number>>()

function indexOf(list: readonly Identified[]): Map<string, number> {
  const index = indexes.get(list) ?? new Map(list.map(({ id }, i) => [id, i]))
  indexes.set(list, index)
  return index
}

/** Position of an id in a list of unique ids, -1 if it is missing. Constant time after the first call. */
export function indexOfId(list: readonly Identified[], id: string): number {
  return indexOf(list).get(id) ?? -1
}

/** The list with an item added at its end. Takes over the index of the old list, so that adding many stays cheap. */
export function withAppended<Item extends Identified>(list: readonly Item[], item: Item): readonly Item[] {
  const longer = [...list, item]
  indexes.set(longer, indexOf(list).set(item.id, list.length))
  indexes.delete(list)
  return longer
}

/** The list with the first item of each id; the same object if all ids are unique. */
export function uniqueById<Item extends Identified>(list: readonly Item[]): readonly Item[] {
  const seen = new Set<string>()
  const unique = list.filter(({ id }) => !seen.has(id) && seen.add(id))
  return unique.length === list.length ? list : unique
}
