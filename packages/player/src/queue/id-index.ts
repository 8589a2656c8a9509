interface Identified {
  readonly id: string
  readonly entryId?: string
}

/** What identifies an item in its list: its id, unless the list holds it several times. */
export const keyOf = ({ id, entryId = id }: Identified) => entryId

/** One index per list, built on first use. Lists are replaced, never mutated. */
const indexes = new WeakMap<readonly Identified[], Map<string, number>>()

function indexOf(list: readonly Identified[]): Map<string, number> {
  const index = indexes.get(list) ?? new Map(list.map((item, i) => [keyOf(item), i]))
  indexes.set(list, index)
  return index
}

/** Position of a key in a list of unique ones, -1 if it is missing. Constant time after the first call. */
export function indexOfId(list: readonly Identified[], key: string): number {
  return indexOf(list).get(key) ?? -1
}

/** Position of an item; where the list does not have this entry of it, of the one without a number. */
export function indexOfTrack(list: readonly Identified[], item: Identified): number {
  const index = indexOfId(list, keyOf(item))
  return index < 0 ? indexOfId(list, item.id) : index
}

/** The list with an item added at its end. Takes over the index of the old list, so that adding many stays cheap. */
export function withAppended<Item extends Identified>(list: readonly Item[], item: Item): readonly Item[] {
  const longer = [...list, item]
  indexes.set(longer, indexOf(list).set(keyOf(item), list.length))
  indexes.delete(list)
  return longer
}

/** The list with the first item of each key; the same object if all are unique. */
export function uniqueById<Item extends Identified>(list: readonly Item[]): readonly Item[] {
  const seen = new Set<string>()
  const unique = list.filter(item => !seen.has(keyOf(item)) && seen.add(keyOf(item)))
  return unique.length === list.length ? list : unique
}
